import { Inject, Injectable } from '@nestjs/common';
import type { OperatorKeyKind } from '@service/contracts';
import type { Digest } from '@service/evidence';
import { Pool } from 'pg';
import { comparedAddress, tidyAddress, tidyName } from '../../../operators/person-texts.js';

/** A row of `verify_api.operator_keys`. It proves nothing: see `KnownOperators`. */
export interface KeyRow {
  thumbprint: string;
  operator_id: string;
  kind: OperatorKeyKind;
  name: string | null;
  passkey_id: Buffer | null;
  public_key: Buffer | null;
  counter: string | null;
  transports: string[] | null;
  password_hash: string | null;
  issuer: string | null;
  subject: string | null;
  created_at: Date;
  last_used_at: Date | null;
}

/** A key as it is stored. */
export type KeptKey = { thumbprint: Digest; operatorId: string; name: string | null } & (
  | {
      kind: 'passkey';
      passkeyId: Uint8Array;
      publicKey: Uint8Array;
      counter: number;
      transports: readonly string[];
    }
  | { kind: 'password'; hash: string }
  | { kind: 'oidc'; issuer: string; subject: string }
);

const UNIQUE_VIOLATION = '23505';
const ADDRESS_INDEX = 'operator_profiles_by_address';

/** The keys, names and addresses of operators: all their personal and secret data. */
@Injectable()
export class OperatorKeys {
  constructor(@Inject(Pool) private readonly pool: Pick<Pool, 'query'>) {}

  async add(key: KeptKey): Promise<void> {
    const { thumbprint, operatorId, kind, name } = key;
    const passkey = key.kind === 'passkey' ? key : null;
    const oidc = key.kind === 'oidc' ? key : null;
    await this.pool.query(
      `INSERT INTO verify_api.operator_keys
         (thumbprint, operator_id, kind, name, passkey_id, public_key, counter, transports, password_hash, issuer, subject)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (thumbprint) DO NOTHING`,
      [
        thumbprint,
        operatorId,
        kind,
        name === null ? null : tidyName(name),
        passkey === null ? null : Buffer.from(passkey.passkeyId),
        passkey === null ? null : Buffer.from(passkey.publicKey),
        passkey?.counter ?? null,
        passkey === null ? null : [...passkey.transports],
        key.kind === 'password' ? key.hash : null,
        oidc?.issuer ?? null,
        oidc?.subject ?? null,
      ],
    );
  }

  async remove(operatorId: string, thumbprint: string): Promise<void> {
    await this.pool.query('DELETE FROM verify_api.operator_keys WHERE operator_id = $1 AND thumbprint = $2', [
      operatorId,
      thumbprint,
    ]);
  }

  async byPasskey(id: Buffer): Promise<KeyRow[]> {
    return this.find(`kind = 'passkey' AND passkey_id = $1`, [id]);
  }

  /** The password keys of the operator with an address. */
  async passwordsOf(address: string): Promise<KeyRow[]> {
    return this.find(
      `kind = 'password' AND operator_id =
         (SELECT operator_id FROM verify_api.operator_profiles WHERE lower(address) = lower($1))`,
      [comparedAddress(address)],
    );
  }

  async bySubject(issuer: string, subject: string): Promise<KeyRow[]> {
    return this.find(`kind = 'oidc' AND issuer = $1 AND subject = $2`, [issuer, subject]);
  }

  async of(operatorId: string): Promise<KeyRow[]> {
    const { rows } = await this.pool.query<KeyRow>(
      'SELECT * FROM verify_api.operator_keys WHERE operator_id = $1 ORDER BY created_at',
      [operatorId],
    );
    return rows;
  }

  /** @param counter of a passkey; null for another key. */
  async noteUse(thumbprint: string, counter: number | null): Promise<void> {
    await this.pool.query(
      `UPDATE verify_api.operator_keys SET last_used_at = clock_timestamp(),
         counter = greatest(counter, $2::bigint) WHERE thumbprint = $1`,
      [thumbprint, counter],
    );
  }

  /** The operator with an address; null where nobody has it. */
  async withAddress(address: string): Promise<string | null> {
    const { rows } = await this.pool.query<{ operator_id: string }>(
      'SELECT operator_id FROM verify_api.operator_profiles WHERE lower(address) = lower($1)',
      [comparedAddress(address)],
    );
    return rows[0]?.operator_id ?? null;
  }

  /**
   * Reserves an address for somebody who redeems an invitation, unless they have a profile already.
   * @returns false where another operator has it.
   */
  claimAddress(operatorId: string, address: string): Promise<boolean> {
    return this.unlessTaken(
      `INSERT INTO verify_api.operator_profiles AS profiles (operator_id, address) VALUES ($1, $2)
       ON CONFLICT (operator_id) DO UPDATE SET address = excluded.address, updated_at = clock_timestamp()
       WHERE profiles.name IS NULL`,
      [operatorId, tidyAddress(address)],
    );
  }

  /** Takes an address away from a former holder. */
  async freeAddress(operatorId: string, address: string): Promise<void> {
    await this.pool.query(
      `UPDATE verify_api.operator_profiles SET address = NULL, updated_at = clock_timestamp()
       WHERE operator_id = $1 AND lower(address) = lower($2)`,
      [operatorId, comparedAddress(address)],
    );
  }

  /**
   * Stores name and address in normal form; null in place of one that could be taken for another. Of somebody without a key, who was
   * erased meanwhile, nothing is stored.
   * @returns false where another operator has the address.
   */
  setProfile(operatorId: string, profile: ProfileOrErased): Promise<boolean> {
    const name = profile.name === null ? null : tidyName(profile.name);
    const address = profile.address === null ? null : tidyAddress(profile.address);
    return this.unlessTaken(
      `INSERT INTO verify_api.operator_profiles (operator_id, name, address) SELECT $1, $2, $3
       WHERE EXISTS (SELECT FROM verify_api.operator_keys WHERE operator_id = $1 FOR KEY SHARE)
       ON CONFLICT (operator_id) DO UPDATE
       SET name = excluded.name, invited_name = NULL, address = excluded.address, updated_at = clock_timestamp()`,
      [operatorId, name, address],
    );
  }

  async profileOf(operatorId: string): Promise<ProfileOrErased> {
    const { rows } = await this.pool.query<ProfileOrErased>(
      'SELECT coalesce(name, invited_name) AS name, address FROM verify_api.operator_profiles WHERE operator_id = $1',
      [operatorId],
    );
    return rows[0] ?? { name: null, address: null };
  }

  private async find(where: string, values: unknown[]): Promise<KeyRow[]> {
    const { rows } = await this.pool.query<KeyRow>(
      `SELECT * FROM verify_api.operator_keys WHERE ${where} ORDER BY created_at`,
      values,
    );
    return rows;
  }

  /** Runs a statement that writes a profile. @returns false where another operator has its address. */
  private async unlessTaken(statement: string, values: unknown[]): Promise<boolean> {
    try {
      await this.pool.query(statement, values);
      return true;
    } catch (error) {
      const { code, constraint } = error as { code?: unknown; constraint?: unknown };
      if (code === UNIQUE_VIOLATION && constraint === ADDRESS_INDEX) return false;
      throw error;
    }
  }
}

/** Name and address of an operator. */
export interface Profile {
  name: string;
  address: string;
}

/** A profile whose members are null where they were erased. */
export type ProfileOrErased = { [Member in keyof Profile]: string | null };
