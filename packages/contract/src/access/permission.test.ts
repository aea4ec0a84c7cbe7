import { expect, it } from 'vitest'
import { permissions, roles } from './permission.ts'
import { permissionsOf } from './role.ts'

it('gives an owner everything, and nobody else staff, API keys and erasure', () => {
  expect([...permissionsOf('owner')]).toEqual([...permissions])
  for (const role of roles.slice(1)) {
    for (const permission of ['staff.write', 'key.write', 'personal.erase'] as const) {
      expect(permissionsOf(role).has(permission)).toBe(false)
    }
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

it('gives a viewer nothing but reading, and no personal data', () => {
  for (const permission of permissionsOf('viewer')) expect(permission).toMatch(/\.read$/)
  expect(permissionsOf('viewer').has('personal.read')).toBe(false)
})
