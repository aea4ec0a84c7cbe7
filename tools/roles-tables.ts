import { permissions, roles } from '../packages/contract/src/access/permission.ts'
import { permissionTexts } from '../packages/contract/src/access/permission-texts.ts'
import { permissionsOf } from '../packages/contract/src/access/role.ts'
import { roleTexts } from '../packages/contract/src/access/role-texts.ts'
import { keyPermissions } from '../packages/contract/src/api-key/api-key.schema.ts'
import { endpoints } from '../packages/contract/src/endpoints.ts'
import { cell, pageFile, runPageCommand, withPart } from './generated-part.ts'

/** The page with the tables of roles. */
export const rolesPage = pageFile('docs/roles.md')

/** One line for each role. */
function rolesTable(): string {
  const rows = roles.map((role) => {
    const { name, description } = roleTexts[role]
    return `| ${name} | \`${role}\` | ${cell(description)} |`
  })
  return ['| Role | In settings and calls | For |', '|---|---|---|', ...rows].join('\n')
}

/** Permissions by role, and whether an API key can have each. */
function permissionsTable(): string {
  const heads = roles.map((role) => roleTexts[role].name)
  const mark = (has: boolean) => (has ? 'yes' : '')
  const rows = permissions.map((permission) => {
    const cells = roles.map((role) => mark(permissionsOf(role).has(permission)))
    const key = mark(keyPermissions.includes(permission))
    return `| \`${permission}\` | ${cell(permissionTexts[permission])} | ${[...cells, key].join(' | ')} |`
  })
  const columns = ['Permission', 'Lets one', ...heads, 'API key']
  return [line(columns), line(columns.map(() => '---')), ...rows].join('\n')
}

/** Every call with the permissions that it needs and the roles that have all of them. */
function endpointsTable(): string {
  const rows = endpoints
    .map(({ endpoint }) => endpoint)
    .sort((one, other) => order(one.path, other.path) || order(one.method, other.method))
    .map(({ method, path, summary, permissions: needed }) => {
      const allowed = roles.filter((role) => needed.every((one) => permissionsOf(role).has(one)))
      const names = allowed.map((role) => roleTexts[role].name)
      return line([
        `\`${method} ${path}\``,
        cell(summary),
        needed.map((one) => `\`${one}\``).join(', ') || 'none',
        names.length === roles.length ? 'all' : names.join(', '),
      ])
    })
  return [
    line(['Call', 'What it does', 'Permissions', 'Roles']),
    line(['---', '---', '---', '---']),
    ...rows,
  ].join('\n')
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

/** Compares by code unit, so that the table does not depend on the locale. */
function order(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

/** Replaces the tables of a page. */
export function withRolesTables(page: string): string {
  const withRoles = withPart(page, 'roles', rolesTable())
  return withPart(withPart(withRoles, 'permissions', permissionsTable()), 'calls', endpointsTable())
}

runPageCommand(import.meta.url, rolesPage, withRolesTables)
