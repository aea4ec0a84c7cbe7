import { expect, it } from 'vitest'
import { endpoints } from '../endpoints.ts'
import { permissions, roles } from './permission.ts'
import { permissionsOf } from './role.ts'
import { expectedNeed, expectedPermissions } from './test-access.ts'

it.each(roles)('gives the role %s its permissions and no other', (role) => {
  expect([...permissionsOf(role)].sort()).toEqual(expectedPermissions[role].split(' ').sort())
})

it('asks for the decided permissions at every endpoint', () => {
  for (const { endpoint } of endpoints) {
    const expected = expectedNeed(endpoint).split(' ').filter(Boolean)
    expect([endpoint.name, ...[...endpoint.permissions].sort()]).toEqual([endpoint.name, ...expected.sort()])
  }
})

it('lets nobody change what they cannot see', () => {
  for (const role of roles) {
    for (const permission of permissionsOf(role)) {
      const [section] = permission.split('.')
      const reading = permissions.find((one) => one === `${section}.read`)
      if (reading && section !== 'personal') expect(permissionsOf(role)).toContain(reading)
    }
  }
})
