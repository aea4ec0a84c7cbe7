import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp, testNow } from './test-app.ts'
import { makeMasterclass, makeOrder } from './test-records.ts'

let app: TestApp
let masterclass: { _id: string; title: string; creator_id: { _id: string } }
let draft: { _id: string; title: string }
beforeAll(async () => {
  app = await createTestApp()
  draft = await makeMasterclass(app, { title: 'Draft of a class', zoom_hub_name: 'zoom_2' })
  masterclass = await makeMasterclass(app, { title: 'Options, <b>calmly</b>' })
  await app.database.pool.query('update masterclass set is_active = true where id = $1', [masterclass._id])
})
afterAll(() => app.close())

const get = (path: string, cookie = '') => app.call('GET', path, { token: null, headers: { cookie } })

/** Submits a form as a browser does. */
function submit(path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  return app.call('POST', path, {
    token: null,
    raw: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })
}

const contact = {
  first_name: 'Asha',
  last_name: 'Iyer',
  email: 'asha@mail.example',
  phone: '+919845012763',
  billing_state: 'Karnataka',
  currency: 'INR',
}
const pageOf = ({ _id }: { _id: string }) => `/site/masterclasses/${_id}`

/** Buys the masterclass up to the checkout. Returns the order's reference. */
async function buy(fields: Record<string, string> = {}): Promise<string> {
  const answer = await submit(`${pageOf(masterclass)}/buy`, { ...contact, ...fields })
  expect([answer.status, answer.body]).toEqual([303, ''])
  return answer.headers.get('location')?.replace('/site/checkout/', '') ?? ''
}

const pay = (reference: string, fields: Record<string, string> = {}) =>
  submit(`/site/checkout/${reference}`, { method: 'upi', outcome: 'captured', ...fields })
const orderOf = (reference: string) =>
  app.database.kysely
    .selectFrom('transaction')
    .selectAll()
    .where('reference_order_id', '=', reference)
    .executeTakeFirstOrThrow()

describe('the sample site (OQ-442)', () => {
  it('shows what is published, as text, and nothing else', async () => {
    const home = await get('/site')
    expect(home.status).toBe(200)
    expect(home.body).toContain('Options, &lt;b&gt;calmly&lt;/b&gt;')
    expect(home.body).not.toContain(draft.title)
    expect(home.body).not.toContain('<script')
    expect((await get(pageOf(masterclass))).body).toContain('₹2,499.00')
    const missing = await get(pageOf(draft))
    expect([missing.status, missing.body]).toEqual([404, expect.stringContaining('It may have ended')])
    const unknown = await get('/site/nothing')
    expect(unknown.status).toBe(404)
    const slashed = await app.call('GET', '/site/?utm_source=a', { token: null })
    expect([slashed.status, slashed.headers.get('location')]).toEqual([302, '/site?utm_source=a'])
    expect(unknown.body).toContain('The address is wrong or incomplete')
  })

  it('allows no script, no frame and no form to another site', async () => {
    const policy = (await get('/site')).headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("form-action 'self'")
    expect(policy).toContain("font-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('script-src')
  })

  it('leads from the link of a card to the class, and from a title to its page', async () => {
    const card = await get(`/site/payment/${masterclass.creator_id._id}?utm_source=mail`)
    expect([card.status, card.headers.get('location')]).toEqual([302, pageOf(masterclass)])
    const title = await get('/site/masterclasses/options-b-calmly-b?coupon=SAVE')
    expect(title.headers.get('location')).toBe(`${pageOf(masterclass)}?coupon=SAVE`)
    expect((await get('/site/payment/nobody')).status).toBe(404)
  })

  it('takes a coupon off the price, and says why one takes nothing off', async () => {
    const coupon = (
      await app.call('POST', '/admin/coupon', {
        json: {
          code: 'CALM',
          absolute_discount: 50_000,
          absolute_discount_usd: 500,
          valid_till: '2026-12-31T18:29:59Z',
        },
      })
    ).body.data
    await app.database.kysely
      .insertInto('coupon_link')
      .values({
        coupon_id: coupon._id,
        entity_id: masterclass._id,
        entity_type: 'masterclass',
        is_active: true,
      })
      .execute()
    expect((await get(`${pageOf(masterclass)}?coupon=calm`)).body).toContain('₹1,999.00')
    expect((await get(`${pageOf(masterclass)}?coupon=none`)).body).toContain(
      'There is no coupon with this code.',
    )
    const order = await orderOf(await buy({ coupon: 'CALM' }))
    expect(order).toMatchObject({ amount: 199_900, discount_amount: 50_000, coupon_code: 'CALM' })
  })

  it('sells: a pending order, a payment at the sandbox, a completed order', async () => {
    const reference = await buy()
    expect(await orderOf(reference)).toMatchObject({
      status: 'pending',
      amount: 249_900,
      user_email: contact.email,
      billing_state: 'Karnataka',
      source: 'Sample site',
    })
    expect((await get(`/site/orders/${reference}`)).body).toContain('We are waiting for your payment.')
    const answer = await pay(reference)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/site/orders/${reference}`])
    expect(await orderOf(reference)).toMatchObject({ status: 'completed', payment_method: 'upi' })
    expect((await get(`/site/orders/${reference}`)).body).toContain('Your payment has arrived.')
    // A paid order cannot be paid again.
    expect((await get(`/site/checkout/${reference}`)).status).toBe(302)
    const { payment_id } = await orderOf(reference)
    await pay(reference)
    expect(await orderOf(reference)).toMatchObject({ status: 'completed', payment_id })
    const audit = await app.database.pool.query(
      `select actor_email, action from audit_entry where entity_label = $1 order by at`,
      [reference],
    )
    expect(audit.rows[0].actor_email).toBe('API key Sample site')
  })

  it('lets a payment fail, and a later one succeed', async () => {
    const reference = await buy()
    await pay(reference, { outcome: 'failed' })
    expect(await orderOf(reference)).toMatchObject({ status: 'failed' })
    expect((await get(`/site/orders/${reference}`)).body).toContain('The payment failed.')
    await pay(reference)
    expect(await orderOf(reference)).toMatchObject({ status: 'completed' })
  })

  it('leaves an order pending if the message is lost, until Greenroom asks the gateway', async () => {
    const reference = await buy()
    await pay(reference, { is_message_lost: 'yes' })
    const { id, status } = await orderOf(reference)
    expect(status).toBe('pending')
    const checked = await app.call('POST', `/admin/orders/${id}/check`)
    expect(checked.status, JSON.stringify(checked.body)).toBe(200)
    expect(await orderOf(reference)).toMatchObject({ status: 'completed' })
  })

  it('closes the sale when a session begins', async () => {
    app.clock.set('2026-11-28T13:30:00.000Z')
    try {
      expect((await get(pageOf(masterclass))).body).toContain('This session has begun.')
      const answer = await submit(`${pageOf(masterclass)}/buy`, contact)
      expect([answer.status, answer.body]).toEqual([409, expect.stringContaining('This session has begun.')])
    } finally {
      app.clock.set(testNow)
    }
  })

  it('shows what the intake API refuses, and keeps what was typed', async () => {
    const answer = await submit(`${pageOf(masterclass)}/buy`, { ...contact, email: 'nobody' })
    expect(answer.status).toBe(409)
    expect(answer.body).toContain('role="alert"')
    expect(answer.body).toContain('value="Asha"')
  })

  it('refuses a form of another site, and one that is too large', async () => {
    const foreign = await submit(`${pageOf(masterclass)}/buy`, contact, { origin: 'https://evil.example' })
    expect(foreign.status).toBe(403)
    const large = await submit(`${pageOf(masterclass)}/buy`, { ...contact, first_name: 'x'.repeat(70_000) })
    expect(large.status).toBe(413)
  })

  it('takes a form behind a proxy that changes the host (OQ-442)', async () => {
    const sent = await submit(`${pageOf(masterclass)}/buy`, contact, { origin: 'http://127.0.0.1:3999' })
    expect(sent.status).toBe(303)
    expect((await submit(`${pageOf(masterclass)}/buy`, contact, { origin: 'null' })).status).toBe(403)
  })

  it('reads the last value of a repeated parameter, and answers HEAD', async () => {
    const page = await get(`${pageOf(masterclass)}?coupon=a&coupon=none&currency=USD&currency=INR`)
    expect(page.body).toContain('There is no coupon with this code.')
    for (const path of ['/site', '/site/call?utm_source=a&utm_source=b', pageOf(masterclass)]) {
      expect((await app.call('HEAD', path, { token: null })).status).toBe(200)
    }
  })

  it('shows an order whose reference has slashes, and takes its payment', async () => {
    const reference = 'SHOP/26-27/17?a#b'
    await makeOrder(app.database.kysely, {
      entity_id: masterclass._id,
      entity_type: 'masterclass',
      status: 'pending',
      reference_order_id: reference,
      gateway_order_id: 'order_slashes',
    })
    const path = `/site/checkout/${encodeURIComponent(reference)}`
    const checkout = await get(path)
    expect(checkout.body).toContain(`action="${path}"`)
    const paid = await submit(path, { method: 'upi', outcome: 'captured' })
    const order = await get(paid.headers.get('location') ?? '')
    expect([order.status, order.body]).toEqual([200, expect.stringContaining('Your payment has arrived.')])
  })

  it('lets a visitor write whose cookie is older than the database', async () => {
    const visitor = {
      token: 'a-token-of-an-earlier-database',
      firstName: 'Meera',
      lastName: 'Rao',
      email: 'meera@mail.example',
      phone: '+919845012764',
    }
    const cookie = `site_visitor=${Buffer.from(JSON.stringify(visitor)).toString('base64url')}`
    for (const message of ['Good morning', 'Good evening']) {
      const posted = await submit('/site/community/posts', { message }, { cookie })
      expect([posted.status, posted.headers.get('location')]).toEqual([303, '/site/community'])
    }
    expect((await get('/site/community', cookie)).body).toContain('Good evening')
  })

  it('forgets a broken cookie', async () => {
    for (const cookie of ['site_visitor=%%%', 'site_visitor=e30', 'site_visitor=']) {
      expect((await get('/site/community', cookie)).status).toBe(200)
    }
  })
})

it('says what to do while nothing is published (OQ-442)', async () => {
  const empty = await createTestApp()
  try {
    const page = async (path: string) => (await empty.call('GET', path, { token: null })).body
    expect(await page('/site')).toContain('Nothing is published yet.')
    expect(await page('/site/community')).toContain('No posts yet.')
    expect(await page('/site/call')).toContain('There is nothing to book yet.')
  } finally {
    await empty.close()
  }
})

describe('the setting (OQ-442)', () => {
  it('serves nothing at /site when it is off, and leads links elsewhere', async () => {
    const other = await createTestApp({ SITE: 'off' })
    try {
      expect((await other.call('GET', '/site', { token: null })).status).toBe(404)
      const session = await other.call('GET', '/admin/session')
      expect(session.body.data.settings.payment_entity_url_template).toBe('https://www.example.com/pay/{_id}')
    } finally {
      await other.close()
    }
    const session = await app.call('GET', '/admin/session')
    expect(session.body.data.settings.payment_entity_url_template).toBe(
      'http://127.0.0.1:3999/site/pay/{_id}',
    )
  })

  it('is off with a real gateway, and refuses to be switched on', async () => {
    const razorpay = { RAZORPAY_KEY_ID: 'rzp_test_1', RAZORPAY_KEY_SECRET: 'secret' }
    const other = await createTestApp(razorpay)
    expect((await other.call('GET', '/site', { token: null })).status).toBe(404)
    await other.close()
    await expect(createTestApp({ ...razorpay, SITE: 'on' })).rejects.toThrow('needs the payment sandbox')
  })
})
