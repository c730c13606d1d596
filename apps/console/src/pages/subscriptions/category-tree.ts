/** A domain with the types of its events. */
export interface Domain {
  name: string;
  types: readonly string[];
}

/** The registry of events, by domain. */
export function domainsOf(registry: readonly { type: string; domain: string }[]): Domain[] {
  const names = [...new Set(registry.map(({ domain }) => domain))];
  return names.map((name) => ({
    name,
    types: registry.filter(({ domain }) => domain === name).map(({ type }) => type),
  }));
}

/** Whether all, some or none of a domain is chosen. */
export function shareOf({ name, types }: Domain, chosen: readonly string[]): 'all' | 'some' | 'none' {
  if (chosen.includes(name)) return 'all';
  return types.some((type) => chosen.includes(type)) ? 'some' : 'none';
}

/** Chooses a whole domain, including types of later releases, or none of it. */
export function toggleDomain(domain: Domain, chosen: readonly string[]): string[] {
  const others = without(domain, chosen);
  return shareOf(domain, chosen) === 'all' ? others : [...others, domain.name];
}

/** Toggles a type. A whole domain without one type becomes a list of the others. */
export function toggleType(domain: Domain, type: string, chosen: readonly string[]): string[] {
  if (chosen.includes(domain.name))
    return [...without(domain, chosen), ...domain.types.filter((each) => each !== type)];
  return chosen.includes(type) ? chosen.filter((each) => each !== type) : [...chosen, type];
}

function without({ name, types }: Domain, chosen: readonly string[]): string[] {
  return chosen.filter((each) => each !== name && !types.includes(each));
}
