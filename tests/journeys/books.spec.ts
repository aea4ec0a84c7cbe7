import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dayIn } from '@greenroom/contract/calendar-day'
import type { GstReturnSummary } from '@greenroom/contract/money/gst-return/gst-return.schema'
import { gstinCheckCharacter } from '../../apps/api/src/modules/money/document/gstin.ts'
import { emptyingOf } from '../../apps/api/src/platform/database/test-emptying.ts'
import { addSandboxDashboardRefund } from '../../apps/api/src/platform/payments/sandbox-account.ts'
import { expect, signIn, test, toast } from './journey.ts'
import { hoursFromNow, makeTransaction } from './records.ts'
import { openCalendar } from './wizard.ts'

const gujaratTrader = `24AAAAA0001A1Z${gstinCheckCharacter('24AAAAA0001A1Z')}`

test('closes a month: sales, a part refunded, a refund in the dashboard, a pending order, a difference, GSTR-1 (OQ-240, OQ-260, OQ-270, OQ-271, OQ-272, OQ-293)', async ({
  page,
  emptyProgram: program,
}) => {
  await signIn(page, await program.token())
  const sale = async (amount: number, billing: Record<string, string>, status = 'completed') => {
    const made = await makeTransaction(program, { amount, status, created_at: hoursFromNow(0) })
    const columns = Object.entries({ billing_country: 'IN', payment_method: 'upi', ...billing })
    await program.query(
      `update transaction set completed_at = case status when 'pending' then null else created_at end,
        ${columns.map(([name], place) => `${name} = $${place + 2}`).join(', ')} where id = $1`,
      [made.id, ...columns.map(([, value]) => value)],
    )
    return made
  }
  const home = await sale(249_900, { billing_state: 'Karnataka' })
  const far = await sale(1_180_000, { billing_state: 'Maharashtra' })
  await sale(590_000, { billing_state: 'Gujarat', gstin: gujaratTrader, billing_name: 'Shah Traders' })
  const pending = await sale(118_000, { billing_state: 'Kerala' }, 'pending')
  await program.query('update transaction set gateway_order_id = $1 where id = $2', [
    `order_${randomUUID().slice(0, 13)}_paid`,
    pending.id,
  ])

  await test.step('a part is refunded', async () => {
    await page.goto(`${program.url}/transactions/orders/${home.id}`)
    await page.getByRole('button', { name: /^Refund/ }).click()
    const question = page.getByRole('alertdialog')
    await question.getByText('Part of it').click()
    await question.getByLabel('Amount').fill('100000')
    await question.getByRole('combobox', { name: 'Reason' }).click()
    await page.getByRole('option', { name: 'Goodwill' }).click()
    await question.getByRole('button', { name: 'Refund' }).click()
    await expect(question).toHaveCount(0)
    await expect(page.getByText('Refunded ₹1,000.00 of ₹2,499.00').first()).toBeVisible()
  })

  await test.step('a pending order turns out to be paid', async () => {
    await page.goto(`${program.url}/transactions/orders/${pending.id}`)
    await page.getByRole('button', { name: /^Check with Razorpay/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Check' }).click()
    await expect(toast(page, /^Paid ₹1,180 by UPI at .*: the order is completed now\.$/)).toBeVisible()
  })

  await test.step('a refund in the dashboard is recorded, and a payment without an order is worked off', async () => {
    await addSandboxDashboardRefund(
      join(program.dataDir, 'sandbox-refunds.jsonl'),
      { paymentId: `pay_${far.reference_order_id.slice(6)}`, amount: 236_000, currency: 'INR' },
      new Date(),
    )
    const alone = `pay_${randomUUID().slice(0, 13)}`
    await program.query(
      `insert into gateway_difference (id, kind, subject, payment_id, gateway_state, gateway_amount, gateway_currency,
        occurred_at, found_at, last_seen_at)
      values ($1, 'payment-without-order', $2, $2, 'captured', 99900, 'INR', now(), now(), now())`,
      [randomUUID(), alone],
    )
    await page.goto(`${program.url}/books/differences`)
    await openCalendar(page, 'Day')
    const today = new Date(`${dayIn(new Date(), 'Asia/Kolkata')}T12:00:00Z`)
    const name = today.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
    await page.getByRole('button', { name, exact: true }).click()
    await page.getByRole('button', { name: 'Compare now' }).click()
    await expect
      .poll(
        async () =>
          (
            await program.query<{ refunded: number }>(
              'select refunded_amount::int as refunded from transaction where id = $1',
              [far.id],
            )
          )[0]?.refunded,
      )
      .toBe(236_000)
    await page.getByRole('button', { name: `Resolve ${alone}` }).click()
    const dialog = page.getByRole('dialog', { name: 'Resolve this difference?' })
    await dialog.getByLabel('Note').fill('A test payment')
    await dialog.getByRole('button', { name: 'Resolve' }).click()
    await expect(toast(page, 'Difference resolved')).toBeVisible()
  })

  await test.step('every document is issued', async () => {
    await expect
      .poll(async () =>
        program.query(
          'select kind, sum(total)::int as total, count(*)::int as n from tax_document group by kind order by kind',
        ),
      )
      .toEqual([
        { kind: 'credit-note', total: 336_000, n: 2 },
        { kind: 'invoice', total: 2_137_900, n: 4 },
      ])
    await page.goto(`${program.url}/transactions/orders/${far.id}`)
    await expect(page.getByRole('region', { name: 'Documents' })).toContainText('Credit note')
    await expect(page.getByText('Refunded ₹2,360.00 of ₹11,800.00').first()).toBeVisible()
  })

  await test.step('GSTR-1 equals the registers', async () => {
    const month = dayIn(new Date(), 'Asia/Kolkata').slice(0, 7)
    await page.goto(`${program.url}/books/months?open=${month}`)
    const main = page.getByRole('main')
    await expect(page).toHaveURL(`${program.url}/books/months/${month}`)
    await expect(main.getByText('The tables equal the registers to the paisa.')).toBeVisible()
    // 2,137,900 sold less 336,000 credited.
    for (const name of [/^All tables/, /^Registers/]) {
      await expect(main.getByRole('row', { name })).toContainText('₹18,019.00')
    }
    const downloading = page.waitForEvent('download')
    await main.getByRole('button', { name: 'GSTR-1, JSON' }).click()
    const json = JSON.parse(await readFile(await (await downloading).path(), 'utf8'))
    expect(json.b2b).toMatchObject([{ ctin: gujaratTrader, inv: [{ val: 5900, pos: '24' }] }])
    const { body } = await program.call<GstReturnSummary>('GET', `/admin/gst/months/${month}`)
    const taxable = [
      ...json.b2cs,
      ...json.b2b.flatMap((one: { inv: { itms: { itm_det: { txval: number } }[] }[] }) =>
        one.inv.flatMap(({ itms }) => itms.map((item) => item.itm_det)),
      ),
    ].reduce((sum, { txval }) => sum + Math.round(txval * 100), 0)
    expect(taxable).toBe(body.data.registered.taxable)
  })

  await program.query(emptyingOf('transaction', 'gateway_difference', 'invoice_counter'))
})
