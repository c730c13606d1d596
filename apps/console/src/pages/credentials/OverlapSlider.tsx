import { useId } from 'react';
import styles from './Credentials.module.css';
import { OVERLAPS } from './overlap.js';

/** Chooses how long the old secret works beside the new one. */
export function OverlapSlider({
  value,
  onChange,
  label,
}: {
  value: number;
  onChange: (value: number) => void;
  label: string;
}) {
  const id = useId();
  const chosen = OVERLAPS[value]?.label ?? '';
  return (
    <div className={styles.slider}>
      <label htmlFor={id}>
        {label}: <b>{chosen}</b>
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={OVERLAPS.length - 1}
        step={1}
        value={value}
        aria-valuetext={chosen}
        onChange={(event) => onChange(Number(event.target.value))}
      />
    </div>
  );
}
