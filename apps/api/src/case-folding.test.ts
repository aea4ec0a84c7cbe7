import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from './test-app.ts'
import { makeAdvisor, makeCreator, makeMasterclass, makeUser } from './test-records.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const db = () => app.database.kysely

/** A stored text, and spellings that find it. */
const spellings = [
  ['İstanbul', ['İstanbul', 'istanbul', 'ISTANBUL', 'İSTANBUL', 'İstanbul'.toLowerCase(), 'ıstanbul']],
  ['Isparta', ['Isparta', 'ISPARTA', 'ısparta', 'ispArta']],
  ['ΟΔΟΣ', ['ΟΔΟΣ', 'οδος', 'οδοσ', 'Οδος']],
  ['οδος Αθηνών', ['ΟΔΟΣ ΑΘΗΝΏΝ', 'οδος αθηνών']],
  ['Straße', ['Straße', 'STRASSE', 'strasse', 'STRAẞE']],
  ['Éducation', ['éducation', 'ÉDUCATION', 'E\u0301DUCATION', 'e\u0301ducation']],
  ['ДЕНЬГИ', ['деньги', 'Деньги']],
  ['निवेश', ['निवेश']],
] as const

describe('the database’s fold', () => {
  it.each(spellings)('treats %s as equal to its other spellings (OQ-140)', async (text, others) => {
    for (const other of others) {
      const { rows } = await sql<{
        same: boolean
      }>`select folded(${text}) = folded(${other}) as same`.execute(db())
      expect(rows[0]?.same, other).toBe(true)
    }
  })

  it.each([
    ['Cafe', 'Café'],
    ['a', 'b'],
    ['100%', '100_'],
  ])('keeps %s and %s apart (OQ-140)', async (one, other) => {
    const { rows } = await sql<{ same: boolean }>`select folded(${one}) = folded(${other}) as same`.execute(
      db(),
    )
    expect(rows[0]?.same).toBe(false)
  })

  it.each([
    ['masterclass_search', 'select id from masterclass where searched(title) like searched($1)', '%strasse%'],
    [
      'payment_page_search',
      'select id from payment_page where searched(title) like searched($1)',
      '%strasse%',
    ],
    ['coupon_search', 'select id from coupon where searched(code) like searched($1)', '%strasse%'],
    ['advisor_search', 'select id from advisor where searched(email) like searched($1)', '%strasse%'],
    [
      'creator_search',
      "select id from creator where searched(first_name || ' ' || last_name || ' ' || email) like searched($1)",
      '%strasse%',
    ],
    ['app_user_email', 'select id from app_user where folded(email) like folded($1)', 'strasse%'],
  ])('uses the index %s for its search (OQ-140)', async (index, text, pattern) => {
    await db()
      .transaction()
      .execute(async (transaction) => {
        await sql`set local enable_seqscan = off`.execute(transaction)
        const query = sql.raw(`explain ${text.replace('$1', `'${pattern}'`)}`)
        expect(JSON.stringify((await query.execute(transaction)).rows)).toContain(index)
      })
  })
})

const alike = [
  ['José Álvares', ['jose alvares', 'JOSÉ ALVARES', 'Jose\u0301 A\u0301lvares']],
  ['D’Souza', ["d'souza", 'D‘Souza', 'd’souza']],
  ["D'Souza", ['d’souza']],
  ['Anne-Marie', ['Anne–Marie', 'anne‐marie']],
  ['\u0958रीम', ['क\u093cरीम']],
  ['क\u093cरीम', ['\u0958रीम']],
  ['ＡＳＨＡ　Ｒａｏ', ['asha rao']],
  ['Weiß', ['weiss']],
  ['İzmir Işık', ['izmir isik', 'IZMIR IŞIK', 'izmir ışık']],
  ['Łukasz Đỗ Thọ', ['lukasz do tho']],
  ['50％ off_', ['50% OFF_']],
] as const

describe('the database’s fold for searches', () => {
  it.each(alike)(
    'finds %s by its other spellings, and the other way round (OQ-140)',
    async (text, others) => {
      for (const other of others) {
        const { rows } = await sql<{
          same: boolean
        }>`select searched(${text}) = searched(${other}) as same`.execute(db())
        expect(rows[0]?.same, other).toBe(true)
        for (const [stored, search] of [
          [text, other],
          [other, text],
        ]) {
          const made = await makeCreator(app, { first_name: stored ?? '', last_name: 'Fold' })
          const found = (await app.call('GET', `/admin/creators?q=${encodeURIComponent(search ?? '')}`)).body
            .data
          expect(
            found.map((one: { _id: string }) => one._id),
            search,
          ).toContain(made._id)
        }
      }
    },
  )

  it.each([
    ['कर', 'क\u093cर'],
    ['100%', '100_'],
    ['100%', '1000'],
  ])('keeps %s and %s apart (OQ-140)', async (one, other) => {
    const made = await makeCreator(app, { first_name: other, last_name: 'Apart' })
    const found = (await app.call('GET', `/admin/creators?q=${encodeURIComponent(one)}`)).body.data
    expect(found.map(({ _id }: { _id: string }) => _id)).not.toContain(made._id)
  })
})

describe('searches', () => {
  it.each(spellings)('finds the title %s in any case (OQ-140, MC-47)', async (text, others) => {
    const made = await makeMasterclass(app, { title: `${text} 1` })
    for (const search of others) {
      const answer = await app.call('GET', `/admin/masterclasses?search=${encodeURIComponent(search)}`)
      expect(answer.status).toBe(200)
      const found = answer.body.data.map((one: { _id: string }) => one._id)
      expect(found, search).toContain(made._id)
    }
  })

  it('finds creators, advisors and users in any case (OQ-140, CRE-09, ADV-27, CRE-11)', async () => {
    const creator = await makeCreator(app, { first_name: 'İnci', last_name: 'ΟΔΟΣ' })
    const advisor = await makeAdvisor(app, { email: 'STRAßE@mail.example' })
    await makeUser(db(), { first_name: 'A', last_name: 'B', email: 'İnci@mail.example' })
    for (const [address, id] of [
      ['/admin/creators?q=inci οδος', creator._id],
      ['/admin/creators?q=İNCİ', creator._id],
      ['/admin/advisory/advisors?email=strasse@', advisor._id],
    ]) {
      const found = (await app.call('GET', encodeURI(address ?? ''))).body.data
      expect(
        found.map((one: { _id: string }) => one._id),
        address,
      ).toEqual([id])
    }
    for (const email of ['İnci@', 'inci@', 'INCI@mail']) {
      const found = (await app.call('GET', `/admin/users?email=${encodeURIComponent(email)}`)).body.data
      expect(found).toMatchObject([{ email: 'İnci@mail.example' }])
    }
  })
})
