import { afterAll, beforeAll, expect, it } from 'vitest'
import { readSettings } from '../../settings.ts'
import { createTestApp, type TestApp } from '../../test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ LOG_DAYS: '40' })
})
afterAll(() => app.close())

const signal = new AbortController().signal

/** Writes an entry of each table 39 and 41 days ago. */
async function writeOld(): Promise<void> {
  await app.database.pool.query(`
    with old as (select now() - n * interval '1 day' as at, n::text as label from unnest(array[39, 41]) as n),
    entries as (
      insert into audit_entry (id, at, actor_email, action, entity_type, entity_label)
      select gen_random_uuid(), at, 'a', 'session.sign-in', 'session', label from old
      union all select gen_random_uuid(), at, 'a', 'news.create', 'news', label from old),
    refusals as (
      insert into sign_in_refusal (id, at, reason, address, request_id)
      select gen_random_uuid(), at, 'UNAUTHENTICATED', label, '' from old),
    calls as (
      insert into refused_call (id, at, actor_id, actor_email, endpoint, summary, address, request_id)
      select gen_random_uuid(), at, 'a', 'a', label, '', '', '' from old)
    insert into personal_look (id, at, minute, actor_id, actor_email, endpoint, summary, subject_type, subject, tries,
      address, request_id)
    select gen_random_uuid(), at, at, 'a', 'a', '', '', 'lead', label, 1, '', '' from old`)
}

it('keeps sign-ins, refusals and looks for LOG_DAYS, and changes for ever (OQ-684)', async () => {
  await writeOld()
  for (const name of ['sign-ins', 'sign-in-refusals', 'refused-calls', 'personal-looks']) {
    await app.app.tasks[`sweep-${name}`]?.({}, { attempt: 1, isLastAttempt: true, signal })
  }
  const { rows } = await app.database.pool.query(`
    select 'sign-in' as what, array_agg(entity_label order by at) as days from audit_entry
    where entity_type = 'session' and actor_email = 'a'
    union all select 'change', array_agg(entity_label order by at) from audit_entry where entity_type = 'news'
    union all select 'refusal', array_agg(address order by at) from sign_in_refusal
    union all select 'call', array_agg(endpoint order by at) from refused_call
    union all select 'look', array_agg(subject order by at) from personal_look`)
  expect(Object.fromEntries(rows.map(({ what, days }) => [what, days]))).toEqual({
    'sign-in': ['39'],
    change: ['41', '39'],
    refusal: ['39'],
    call: ['39'],
    look: ['39'],
  })
})

it('refuses to delete any other entry during the sweep, and a sign-in of the last 30 days (OQ-684)', async () => {
  await app.call('GET', '/admin/session')
  const refused = /audit entries are never changed or removed/
  for (const which of [
    "entity_type = 'news'",
    "entity_type = 'session' and at > now() - interval '30 days'",
  ]) {
    const client = await app.database.pool.connect()
    await client.query("begin; select set_config('greenroom.sign_in_sweep', 'on', true)")
    await expect(client.query(`delete from audit_entry where ${which}`)).rejects.toThrow(refused)
    await client.query('rollback')
    client.release()
  }
  await expect(app.database.pool.query('select sweep_sign_ins(0)')).rejects.toThrow(refused)
})

it('takes 30 days to ten years, and a year by default (OQ-684)', () => {
  const daysOf = (days?: string) =>
    readSettings({ NODE_ENV: 'test', ...(days && { LOG_DAYS: days }) }).LOG_DAYS
  expect([daysOf(), daysOf('30'), daysOf('3650')]).toEqual([365, 30, 3650])
  for (const days of ['29', '3651', '90.5', 'a year']) expect(() => daysOf(days)).toThrow('LOG_DAYS')
})
