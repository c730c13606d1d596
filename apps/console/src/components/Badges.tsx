import { ServerText } from './ServerText.js';
import { Badge } from './State.js';

/** Texts of others as labels side by side: the first ones, and how many more there are. */
export function Badges({ texts, most = texts.length }: { texts: readonly string[]; most?: number }) {
  return (
    <span className="row">
      {texts.slice(0, most).map((text) => (
        <Badge key={text}>
          <ServerText text={text} length={80} />
        </Badge>
      ))}
      {texts.length > most && `and ${texts.length - most} more`}
    </span>
  );
}

/** Metadata, a label for each pair; null where there is none. */
export function metadataBadges(metadata: Readonly<Record<string, string>>) {
  const pairs = Object.entries(metadata).map(([name, value]) => `${name}: ${value}`);
  return pairs.length === 0 ? null : <Badges texts={pairs} />;
}
