import type { Pin } from './pin.js';

/** Where pins are kept. */
export interface PinStore {
  get(name: string): Promise<Pin | null>;
  put(name: string, pin: Pin): Promise<void>;
}

const DATABASE = 'console-log';
const STORE = 'pins';

/** Pins in the browser’s IndexedDB: public keys and checkpoints, nothing of the records. */
export class BrowserPins implements PinStore {
  async get(name: string): Promise<Pin | null> {
    const store = await open('readonly');
    return ((await settled(store.get(name))) as Pin | undefined) ?? null;
  }

  async put(name: string, pin: Pin): Promise<void> {
    const store = await open('readwrite');
    await settled(store.put(pin, name));
  }
}

async function open(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  const request = indexedDB.open(DATABASE, 1);
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE));
  return (await settled(request)).transaction(STORE, mode).objectStore(STORE);
}

function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('The browser keeps nothing.')));
  });
}
