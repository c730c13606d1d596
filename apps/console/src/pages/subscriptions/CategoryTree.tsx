import { useEventCategories } from '../../api/event-categories.js';
import { Checkbox, FieldGroup } from '../../components/Field.js';
import { Loaded } from '../../components/Loaded.js';
import { domainsOf, shareOf, toggleDomain, toggleType } from './category-tree.js';
import styles from './Subscriptions.module.css';
import { shortType } from '../../format/event-type.js';

/** Which events are delivered: all of a domain, or some types of it. */
export function CategoryTree({
  chosen,
  onChange,
  issue,
}: {
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  issue?: string | undefined;
}) {
  const registry = useEventCategories();
  return (
    <FieldGroup legend="Events" hint="A whole domain includes events that later releases add." issue={issue}>
      <Loaded query={registry}>
        {({ data }) => (
          <div className={styles.tree}>
            {domainsOf(data).map((domain) => {
              const share = shareOf(domain, chosen);
              return (
                <div key={domain.name}>
                  <Checkbox
                    label={
                      <>
                        All <b>{domain.name}</b> events
                      </>
                    }
                    checked={share === 'all'}
                    onChange={() => onChange(toggleDomain(domain, chosen))}
                  />
                  <details open={share === 'some'}>
                    <summary>{share === 'all' ? `all ${domain.types.length} types` : 'single types'}</summary>
                    {domain.types.map((type) => (
                      <Checkbox
                        key={type}
                        label={<code>{shortType(type)}</code>}
                        checked={share === 'all' || chosen.includes(type)}
                        onChange={() => onChange(toggleType(domain, type, chosen))}
                      />
                    ))}
                  </details>
                </div>
              );
            })}
          </div>
        )}
      </Loaded>
    </FieldGroup>
  );
}
