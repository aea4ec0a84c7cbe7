import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

describe('searching users', () => {
  beforeAll(async () => {
    const rows = ['priya.s@mail.example', 'Priya.T@mail.example', 'rahul@mail.example'].map((email, n) => ({
      id: `01931f6e-0000-7000-8000-0000000000${10 + n}`,
      first_name: 'Priya',
      last_name: 'S',
      email,
      phone: '+919845012763',
    }))
    await app.database.kysely.insertInto('app_user').values(rows).execute()
  })

  it('matches the start of an e-mail address in any case (CRE-11)', async () => {
    const answer = await app.call('GET', '/admin/users?email=PRIYA.')
    expect(answer.body.data.map((one: { email: string }) => one.email)).toEqual([
      'priya.s@mail.example',
      'Priya.T@mail.example',
    ])
    expect((await app.call('GET', '/admin/users?email=iya.s')).body.data).toEqual([])
  })

  it('rejects fewer than three characters (CRE-11)', async () => {
    expect((await app.call('GET', '/admin/users?email=pr')).body.message).toBe(
      'Enter at least 3 characters of an e-mail address',
    )
    expect((await app.call('GET', '/admin/users')).status).toBe(400)
  })
})
