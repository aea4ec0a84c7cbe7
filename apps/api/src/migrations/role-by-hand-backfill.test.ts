import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUpgradedDatabase } from './test-upgrade.ts'

const database = createUpgradedDatabase('role_by_hand')
beforeAll(database.create)
afterAll(database.drop)

const id = (number: number) => `00000000-0000-7000-8000-00000000000${number}`
const person = (number: number, email: string, invited = false) => `
  insert into staff (id, email, name, role, invited_at, created_at)
  values ('${id(number)}', '${email}', '', 'finance', ${invited ? 'now()' : 'null'}, now())`
const entry = (number: number, action: string, of: number, before: object, after: object) => `
  insert into audit_entry (id, at, actor_email, actor_id, action, entity_type, entity_id, before, after)
  values ('${id(number)}', now(), 'o@company.example', 'o', '${action}', 'staff', '${id(of)}',
    '${JSON.stringify(before)}', '${JSON.stringify(after)}')`

test('counts invited accounts, and those whose role an owner had changed, as given by an owner (OQ-699)', async () => {
  await database.migrateBefore('0099')
  await database.query(
    person(1, 'invited', true),
    person(2, 'changed'),
    person(3, 'by-domain'),
    person(4, 'disabled-and-enabled'),
    person(5, 'renamed'),
    person(6, 'other-record'),
    entry(7, 'staff.change', 2, { role: 'viewer' }, { role: 'finance' }),
    entry(8, 'staff.change', 4, { role: 'finance', is_disabled: true }, { role: 'finance' }),
    entry(9, 'staff.rename', 5, { email: 'a' }, { email: 'b' }),
  )
  await database.migrate()
  expect(await database.query('select email from staff where role_by_hand order by id')).toEqual([
    { email: 'invited' },
    { email: 'changed' },
  ])
}, 60_000)
