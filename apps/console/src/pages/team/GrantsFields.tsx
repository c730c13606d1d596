import type { Grant } from '../../api/session.js';
import { FieldGroup, Select } from '../../components/Field.js';
import { shown } from '../../format/hostile-text.js';
import { ROLES, ROLE_TEXTS, type Role } from '../../format/roles.js';
import { roleAt, withRole, type Place } from './grants.js';
import styles from './GrantsFields.module.css';

const CHOICES = [
  { value: '', label: 'no role' },
  ...ROLES.map((role) => ({ value: role, label: `${role}: ${ROLE_TEXTS[role]}` })),
];

/** A person's role in each project, and in all projects. */
export function GrantsFields({
  places,
  grants,
  issue,
  onChange,
}: {
  places: readonly Place[];
  grants: readonly Grant[];
  issue?: string | undefined;
  onChange: (grants: Grant[]) => void;
}) {
  return (
    <FieldGroup
      legend="Roles"
      hint="A role in all projects also counts in projects that are made later."
      issue={issue}
    >
      <div className={styles.places}>
        {places.map((place) => (
          <Select
            key={place.id ?? ''}
            label={shown(place.name)}
            value={roleAt(grants, place) ?? ''}
            options={CHOICES}
            onChange={({ target: { value } }) =>
              onChange(withRole(grants, place, value === '' ? null : (value as Role)))
            }
          />
        ))}
      </div>
    </FieldGroup>
  );
}
