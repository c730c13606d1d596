import { ROLES, type RoleGrant } from '@service/contracts';
import type { SettingForm } from './setting-forms.js';

/** Roles by value of a claim. */
export type RoleMap = ReadonlyMap<string, readonly RoleGrant[]>;

const ENTRY = /^(.+)=(?:(prj_[0-9A-Za-z]{1,60}):)?(\w+)$/;

/** Values of a claim with roles, in a project or in all: `staff=auditor,staff=prj_1:admin`. */
export const roleMap: SettingForm<RoleMap> = {
  expected: `a list, separated by commas, of \`value=role\` or \`value=project:role\`, the role one of ${ROLES.join(', ')}`,
  parse(text) {
    const map = new Map<string, RoleGrant[]>();
    for (const entry of text.split(',')) {
      const [, value, project_id = null, name] = ENTRY.exec(entry.trim()) ?? [];
      const role = ROLES.find((each) => each === name);
      if (value === undefined || role === undefined) return undefined;
      map.set(value, [...(map.get(value) ?? []), { project_id, role }]);
    }
    return map;
  },
};
