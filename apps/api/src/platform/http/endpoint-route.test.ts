import { endpoints } from '@greenroom/contract/endpoints'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const unversioned = endpoints.map(({ endpoint }) => endpoint).filter(({ versioned }) => !versioned)

describe('If-Match', () => {
  it.each(unversioned.map((endpoint) => [endpoint.name, endpoint] as const))(
    'is rejected by %s, which has no versions (OQ-109)',
    async (_name, { method, path, body, multipart }) => {
      const content = method === 'GET' ? {} : multipart && !body ? { form: { none: '' } } : { json: {} }
      for (const version of ['"1"', '*']) {
        const answer = await app.call(method, path.replace(/:\w+/g, 'x'), {
          ...content,
          headers: { 'if-match': version },
        })
        expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION'])
        expect(answer.body.errors).toEqual([
          { path: 'If-Match', message: 'This call does not take If-Match' },
        ])
      }
    },
  )
})

describe('a transaction that cannot be serialized', () => {
  /** Makes every new coupon fail as if another transaction had always been first. */
  async function failCoupons(code: string): Promise<void> {
    await sql
      .raw(
        `create function always_fails() returns trigger language plpgsql as
          $$ begin raise exception 'select secret' using errcode = '${code}'; end $$;
        create trigger always_fails before insert on coupon for each row execute function always_fails()`,
      )
      .execute(app.database.kysely)
  }
  const recover = () => sql.raw('drop function if exists always_fails cascade').execute(app.database.kysely)
  afterEach(recover)

  it.each([
    ['deadlock', '40P01'],
    ['serialization failure', '40001'],
  ])(
    'returns 503 with Retry-After after a lasting %s, and a repeat can succeed (API-02)',
    async (_name, code) => {
      await failCoupons(code)
      const request = {
        json: { code: `AGAIN${code}`, valid_till: '2026-12-31T18:29:59.999Z' },
        headers: { 'idempotency-key': `again-${code}` },
      }
      const refused = await app.call('POST', '/admin/coupon', request)
      expect([refused.status, refused.body.code]).toEqual([503, 'UNAVAILABLE'])
      expect(refused.headers.get('retry-after')).toBe('1')
      expect(refused.body.message).toBe('Someone else is changing the same records. Try again in a moment.')
      await recover()
      expect((await app.call('POST', '/admin/coupon', request)).status).toBe(201)
    },
  )
})
