import { setZone, useZone } from '../components/zone.js';
import styles from './ZoneSwitch.module.css';

/** Shows all times in UTC, or in the zone of the browser. */
export function ZoneSwitch() {
  const zone = useZone();
  return (
    <div className={styles.zone} role="group" aria-label="Times are shown in">
      <button type="button" aria-pressed={zone === 'utc'} onClick={() => setZone('utc')}>
        UTC
      </button>
      <button type="button" aria-pressed={zone === 'local'} onClick={() => setZone('local')}>
        Local
      </button>
    </div>
  );
}
