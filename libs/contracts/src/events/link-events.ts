/** What a link's page can show of a record besides whether it is good. */
export const LINK_SHOWS = ['issuer', 'origin', 'dates', 'versions', 'external_id'] as const;
export type LinkShows = (typeof LINK_SHOWS)[number];

/** What a link discloses as proof: the record's whole history, or the signed answer alone. */
export const LINK_PROOFS = ['history', 'answer'] as const;
export type LinkProof = (typeof LINK_PROOFS)[number];

/** The states of a link; expired and revoked are final. */
export const LINK_STATES = ['active', 'expired', 'revoked'] as const;
export type LinkState = (typeof LINK_STATES)[number];

/** Most links of one record that are neither expired nor revoked. */
export const LINKS_OF_RECORD = 20;

/** The part of a link that its project decides. */
export interface LinkTerms {
  record_id: string;
  /** The authority of the record. */
  authority_id: string;
  shows: LinkShows[];
  proof: LinkProof;
  /** Null for a link that ends only when it is revoked. */
  expires_at: string | null;
}

/**
 * A link's secret as it is stored: its HMAC in hex, under the pepper with the id. The HMAC also covers the ids of the link,
 * its project and its record, its proof and its end.
 */
export interface LinkSecret {
  hmac: string;
  pepper_id: string;
}

/** A link's events; `jsonb` in the log. */
export type LinkEvent =
  | ({
      type: 'service.link.created';
      link_id: string;
      project_id: string;
      secret: LinkSecret;
      created_by: string;
      occurred_at: string;
    } & LinkTerms)
  | { type: 'service.link.expired'; occurred_at: string }
  | { type: 'service.link.revoked'; reason: string; occurred_at: string };
