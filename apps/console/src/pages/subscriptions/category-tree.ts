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

/** How much of a domain is chosen. */
export function shareOf({ name, types }: Domain, chosen: readonly string[]): 'all' | 'some' | 'none' {
  if (chosen.includes(name)) return 'all';
  return types.some((type) => chosen.includes(type)) ? 'some' : 'none';
}

/** Chooses all of a domain, those types too that later releases add; or nothing of it. */
export function toggleDomain(domain: Domain, chosen: readonly string[]): string[] {
  const others = without(domain, chosen);
  return shareOf(domain, chosen) === 'all' ? others : [...others, domain.name];
}

/** Chooses a type, or leaves it out. All of a domain without one of its types is each of the others. */
export function toggleType(domain: Domain, type: string, chosen: readonly string[]): string[] {
  if (chosen.includes(domain.name))
    return [...without(domain, chosen), ...domain.types.filter((each) => each !== type)];
  return chosen.includes(type) ? chosen.filter((each) => each !== type) : [...chosen, type];
}

function without({ name, types }: Domain, chosen: readonly string[]): string[] {
  return chosen.filter((each) => each !== name && !types.includes(each));
}
