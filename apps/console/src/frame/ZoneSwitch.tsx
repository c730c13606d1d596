import { setZone, useZone } from '../components/preferences.js';
import { LOCALE } from '../format/locale.js';
import styles from './ZoneSwitch.module.css';

const format = new Intl.DateTimeFormat(LOCALE, { timeZoneName: 'short' });
const { timeZone } = format.resolvedOptions();
const shortName = format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? 'Local';

/** Shows all times in UTC, or in the zone of the browser. */
export function ZoneSwitch() {
  const zone = useZone();
  return (
    <div className={styles.zone} role="group" aria-label="Times are shown in">
      <button type="button" aria-pressed={zone === 'utc'} onClick={() => setZone('utc')}>
        UTC
      </button>
      <button type="button" aria-pressed={zone === 'local'} title={timeZone} onClick={() => setZone('local')}>
        {shortName}
      </button>
    </div>
  );
}
