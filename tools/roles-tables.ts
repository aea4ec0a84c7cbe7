import { permissions, roles } from '../packages/contract/src/access/permission.ts'
import { permissionTexts } from '../packages/contract/src/access/permission-texts.ts'
import { permissionsOf } from '../packages/contract/src/access/role.ts'
import { roleTexts } from '../packages/contract/src/access/role-texts.ts'
import { keyPermissions } from '../packages/contract/src/staff/api-key/api-key.schema.ts'
import { pageFile, runPageCommand, table, withPart } from './generated-part.ts'

/** The page with the tables of roles. */
export const rolesPage = pageFile('docs/roles.md')

/** One line for each role. */
function rolesTable(): string {
  const rows = roles.map((role) => [roleTexts[role].name, `\`${role}\``, roleTexts[role].description])
  return table(['Role', 'In settings and calls', 'For'], rows)
}

/** Permissions by role, and whether an API key can have each. */
function permissionsTable(): string {
  const heads = roles.map((role) => roleTexts[role].name)
  const mark = (has: boolean) => (has ? 'yes' : '')
  const rows = permissions.map((permission) => [
    `\`${permission}\``,
    permissionTexts[permission],
    ...roles.map((role) => mark(permissionsOf(role).has(permission))),
    mark(keyPermissions.includes(permission)),
  ])
  return table(['Permission', 'Lets one', ...heads, 'API key'], rows)
}

/** Replaces the tables of the page. */
export function withRolesTables(page: string): string {
  return withPart(withPart(page, 'roles', rolesTable()), 'permissions', permissionsTable())
}

runPageCommand(import.meta.url, rolesPage, withRolesTables)
