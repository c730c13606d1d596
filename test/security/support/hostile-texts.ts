/** Texts that mean something to what may read them behind the interface. */
export const HOSTILE: Record<string, string> = {
  'a quote that ends a literal': "' OR '1'='1",
  'a statement behind another': "rec_x'; DROP TABLE verify_api.interactions; --",
  wildcards: '%_%',
  'a path upwards': '../../etc/passwd',
  NUL: 'rec_\u0000example',
  'a line break': 'rec_x\r\nservice-admin: yes',
  'an override of the reading direction': 'rec_\u202eelpmaxe',
  'letters that look the same': 'rec_ex\u0430mple',
  'letters of full width': '\uff52\uff45\uff43_example',
  'half a surrogate pair': 'rec_\ud800',
  'a name of every object': '__proto__',
  'a constructor': 'constructor',
  'a template': '${7*7}{{7*7}}',
  'a space around it': ' rec_example ',
};
