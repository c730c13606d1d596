import { useRef, useState, type ReactNode } from 'react';
import { Button } from '../components/Button.js';
import { readFile, type OpenedFile } from './opened-file.js';

/** A place to drop a file on. @param children gets the button that chooses one. */
export function FileTarget({
  className,
  onFile,
  children,
}: {
  className: string | undefined;
  onFile: (file: OpenedFile) => void;
  children: (button: ReactNode) => ReactNode;
}) {
  const [isOver, setOver] = useState(false);
  const [isReading, setReading] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    setReading(true);
    onFile(await readFile(file).finally(() => setReading(false)));
  };
  return (
    <div
      className={className}
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void take(event.dataTransfer.files[0]);
      }}
    >
      {children(
        <>
          <Button onClick={() => input.current?.click()} busy={isReading}>
            Choose a file…
          </Button>
          <input
            ref={input}
            type="file"
            className="visually-hidden"
            tabIndex={-1}
            aria-label="File to verify"
            onChange={(event) => void take(event.target.files?.[0])}
          />
        </>,
      )}
    </div>
  );
}
