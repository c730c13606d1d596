import { Inject, Injectable } from '@nestjs/common';
import { cosignerKey, formatVerifierKey, parseVerifierKey } from '@service/evidence';
import { WITNESSES } from '../infrastructure/injection-tokens.js';
import type { Answer } from '../interface/schemas/schemas.js';

/** Names the witnesses that the service asks to cosign its checkpoints. */
@Injectable()
export class AskedWitnesses {
  private readonly shown: Answer<'LogWitnesses'>;

  /** @param vkeys of the witnesses, as the settings name them. */
  constructor(@Inject(WITNESSES) vkeys: readonly string[]) {
    this.shown = {
      data: vkeys.map((vkey) => {
        const key = cosignerKey(parseVerifierKey(vkey));
        return { name: key.name, vkey: formatVerifierKey(key) };
      }),
    };
  }

  execute(): Answer<'LogWitnesses'> {
    return this.shown;
  }
}
