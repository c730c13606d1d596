import { ServerText } from './ServerText.js';
import { Badge } from './State.js';

/** Metadata, a badge for each pair. */
export function MetadataBadges({ metadata }: { metadata: Readonly<Record<string, string>> }) {
  return Object.entries(metadata).map(([name, value]) => (
    <Badge key={name}>
      <ServerText text={`${name}: ${value}`} length={80} />
    </Badge>
  ));
}
