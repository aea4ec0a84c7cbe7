import { randomUUID } from 'node:crypto'
import { sandboxAccounts } from '../../apps/api/src/platform/identity/sandbox-accounts.ts'
import {
  expect,
  expectAccessible,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  refusedCall,
  signIn,
  test,
  toast,
} from './journey.ts'
import { makeMember, makeMemberPost, mergeMembers, report } from './moderation-records.ts'
import type { Program } from './program.ts'
import { makeTransaction, unique } from './records.ts'

/** Creates a member with a paid order, and returns both. */
async function makeBuyer(program: Program) {
  const order = await makeTransaction(program, { entity_title: 'Save tax the legal way' })
  const member = await makeMember(program, { first_name: unique('Ottilie'), phone: order.user_phone })
  await program.query(
    'update transaction set user_id = $1, user_email = $2, user_first_name = $3, user_last_name = $4 where id = $5',
    [member.id, member.email, member.first_name, member.last_name, order.id],
  )
  return { member, order }
}

test('leads from a caller’s phone to the person, with sums and timeline, and back (OQ-465, OQ-467, OQ-471)', async ({
  signedIn: page,
  program,
}) => {
  const { member, order } = await makeBuyer(program)
  const list = `/transactions/all?phone=${order.user_phone.slice(-10)}`
  await page.goto(list)
  await page.getByRole('link', { name: member.name }).click()
  await expect(page).toHaveURL(`/people/order.${order.id}`)
  await expect(page).toHaveTitle(`${member.name} · Person · Greenroom`)
  // The name is the heading, and beside the picture.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(member.name)
  const main = page.getByRole('main')
  await expect(main.getByText(member.name)).toHaveCount(1)
  await expect(main.getByRole('list', { name: 'Money' })).toContainText('1 order · ₹2,499')
  const timeline = main.getByRole('list', { name: 'Timeline' })
  await expect(timeline.getByRole('listitem')).toContainText([
    'Account created',
    `Order ${order.reference_order_id}`,
  ])
  await expectAccessibleInBothSchemes(page)

  await timeline.getByRole('link', { name: 'Save tax the legal way' }).click()
  await expect(page).toHaveURL(`/transactions/orders/${order.id}`)
  await page.getByRole('main').getByRole('link', { name: member.name }).click()
  await expect(page).toHaveURL(`/people/order.${order.id}`)
  await page.goBack()
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL(list)
})

test('leads from a report to its author’s history, which one kind filters (OQ-467)', async ({
  signedIn: page,
  program,
}) => {
  const author = await makeMember(program)
  const post = await makeMemberPost(program, { message: 'Send me your PIN' }, author)
  await report(program, 'post', post._id)
  await page.goto('/moderation/posts')
  await page.getByRole('link', { name: author.name }).click()
  const main = page.getByRole('main')
  const timeline = main.getByRole('list', { name: 'Timeline' })
  await expect(timeline).toContainText('reported their post')
  await expect(timeline).toContainText('Send me your PIN')
  await expect(main.getByText('1 open report')).toBeVisible()
  const kinds = main.getByRole('group', { name: 'Show' })
  await kinds.getByRole('button', { name: /^Reports/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/people/${author.id}?kind=report`)
  await expect(timeline.getByRole('listitem')).toHaveCount(1)
  await page.reload()
  await expect(kinds.getByRole('button', { name: 'Reports 1', pressed: true })).toBeVisible()
  await expect(timeline.getByRole('listitem')).toHaveCount(1)
  await kinds.getByRole('button', { name: 'All' }).click()
  await timeline.getByRole('link', { name: 'a post' }).click()
  await expect(page.getByRole('dialog', { name: 'Post' })).toContainText('Send me your PIN')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('keeps a note about a person, and refuses an empty one (OQ-468)', async ({
  signedIn: page,
  program,
}) => {
  const { member } = await makeBuyer(program)
  await page.goto(`/people/${member.id}`)
  await expect(page.getByLabel('Note')).toHaveCount(0)
  await page.getByRole('button', { name: 'Write note' }).click()
  await expect(page.getByLabel('Note')).toBeFocused()
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByText('Enter a note')).toBeVisible()
  await page.getByLabel('Note').fill('Prefers calls after six.')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(toast(page, 'Note added')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Timeline' }).getByRole('listitem').first()).toContainText(
    'Prefers calls after six.',
  )
  await expect(page.getByLabel('Note')).toHaveValue('')
  // Who wrote it is named, with the address in the tooltip.
  const writer = page.getByRole('list', { name: 'Timeline' }).getByText('Meera Nair')
  await expect(writer).toHaveAttribute('title', 'meera.nair@greenroom.example')
})

test('shows titles first by month, and asks about a payment that is pending (OQ-665)', async ({
  signedIn: page,
  program,
}) => {
  const { member, order } = await makeBuyer(program)
  const earlier = await makeTransaction(program, { entity_title: 'Filing ITR-2', status: 'pending' })
  await program.query(
    `update transaction set user_id = $1, user_email = $2, created_at = '2025-03-14T10:00:00Z' where id = $3`,
    [member.id, member.email, earlier.id],
  )
  await program.query('update transaction set status = $1 where id = $2', ['failed', order.id])
  await page.goto(`/people/${member.id}`)
  const timeline = page.getByRole('list', { name: 'Timeline' })
  await expect(timeline.getByRole('heading', { level: 3 })).toHaveCount(2)
  await expect(timeline.getByRole('heading', { name: 'March 2025' })).toBeVisible()
  const entry = (reference: string) => timeline.getByRole('listitem').filter({ hasText: reference })
  await expect(entry(order.reference_order_id)).toContainText('Failed')
  const pending = entry(earlier.reference_order_id)
  await expect(pending).toContainText(/Filing ITR-2.*₹2,499.*Pending/)
  await pending.getByRole('button', { name: `Check with Razorpay ${earlier.reference_order_id}` }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(earlier.reference_order_id)
  await question.getByRole('button', { name: 'Check' }).click()
  await expect(question).toHaveCount(0)
})

test('keeps the card in sight beside a long timeline, and a long name whole (OQ-665)', async ({
  signedIn: page,
  program,
}) => {
  const name = 'Venkatanarasimharajuvaripeta '.repeat(7).trim()
  const member = await makeMember(program, { first_name: unique('Ottilie') })
  await program.query('update app_user set first_name = $1, phone = $2 where id = $3', [name, '', member.id])
  await program.query(
    `insert into person_note (id, user_id, user_email, text, written_by, written_at)
     select gen_random_uuid(), $1::uuid, $2, 'Note ' || n, 'gone@greenroom.example', now() - n * interval '5 days'
     from generate_series(1, 40) n`,
    [member.id, member.email],
  )
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`/people/${member.id}`)
  const main = page.getByRole('main')
  await expect(main.getByText('No phone')).toBeVisible()
  await expect(main.getByText('No orders')).toBeVisible()
  await expect(main.getByText(name).first()).toBeVisible()
  await expectNoSidewaysScroll(page)
  const email = main.getByText(member.email)
  // Nobody has the address of who wrote the notes, so it stays.
  await expect(main.getByText('gone@greenroom.example').first()).toBeVisible()
  await main.getByText('Note 25', { exact: true }).scrollIntoViewIfNeeded()
  await expect(email).toBeInViewport()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})

test('points out a second account, compares and merges it (OQ-469, OQ-470)', async ({
  signedIn: page,
  program,
  expectedConsole,
}) => {
  expectedConsole.push(refusedCall(409))
  const { member, order } = await makeBuyer(program)
  const second = await makeMember(program, { first_name: member.first_name, phone: member.phone })
  await program.query('insert into post (id, user_id, message) values ($1, $2, $3)', [
    randomUUID(),
    second.id,
    'Written by the second account',
  ])
  await page.goto(`/people/${member.id}`)
  await expect(page.getByText(`May be the same person as ${second.name}`)).toBeVisible()
  await page.getByRole('button', { name: `Compare with ${second.name}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Compare two records' })
  await expect(dialog).toContainText('1 post')
  await expect(dialog).toContainText('It can be undone for 30 days.')
  await expectAccessibleInBothSchemes(page)
  // Somebody else edits the record meanwhile.
  await program.query("update app_user set phone = phone || '0' where id = $1", [second.id])
  const [refused] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'POST'),
    dialog.getByRole('button', { name: 'Merge records' }).click(),
  ])
  expect(refused.status()).toBe(409)
  await expect(dialog.getByRole('alert')).toContainText('Compare them again.')
  await dialog.getByRole('button', { name: 'Merge records' }).click()
  await expect(toast(page, 'Records merged')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  const main = page.getByRole('main')
  await expect(main.getByText('May be the same person as')).toHaveCount(0)
  const timeline = main.getByRole('list', { name: 'Timeline' })
  await expect(timeline).toContainText(`Merged with ${second.name}`)
  await expect(timeline).toContainText('Written by the second account')
  await expect(timeline).toContainText(order.reference_order_id)
  await expect(main.getByText(second.email).first()).toBeVisible()
  // Both addresses lead to the person.
  await page.goto(`/people/${second.id}`)
  await expect(page.getByRole('list', { name: 'Timeline' })).toContainText(order.reference_order_id)
  await expectAccessibleInBothSchemes(page)
  await page.getByRole('list', { name: 'Timeline' }).getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('list', { name: 'Timeline' })).not.toContainText(order.reference_order_id)
  await page.goto(`/people/${member.id}`)
  await expect(page.getByRole('list', { name: 'Timeline' })).toContainText('Undone')
  await expect(page.getByText('May be the same person as')).toHaveCount(0)
})

test('splits an address off with what came with it, and undoes it (OQ-728)', async ({
  signedIn: page,
  program,
}) => {
  const { member, order } = await makeBuyer(program)
  const second = await makeMember(program, { first_name: member.first_name, phone: member.phone })
  await mergeMembers(program, member, second)
  await page.goto(`/people/${member.id}`)
  await page.getByRole('button', { name: 'Split' }).click()
  const dialog = page.getByRole('dialog', { name: 'Split into two people' })
  await dialog.getByRole('button', { name: 'Split' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Choose what the other person is found by.')
  await dialog.getByLabel(`Account of ${second.name}`).check()
  // Its own address goes with it.
  await expect(dialog.getByLabel(second.email)).toBeChecked()
  await expectAccessibleInBothSchemes(page)
  await dialog.getByRole('button', { name: 'Split' }).click()
  await expect(toast(page, 'Split into two people')).toBeVisible()
  const timeline = page.getByRole('list', { name: 'Timeline' })
  await expect(timeline).toContainText(`Split off ${second.name}`)
  await timeline.getByRole('link', { name: second.name }).first().click()
  await expect(timeline).toContainText(`Split off from ${member.name}`)
  await expect(timeline).not.toContainText(order.reference_order_id)
  await page.getByRole('list', { name: 'Timeline' }).getByRole('button', { name: 'Undo' }).click()
  await expect(timeline).toContainText(order.reference_order_id)
})

test('no longer points out whom staff know to be somebody else (OQ-729)', async ({
  signedIn: page,
  program,
}) => {
  const { member } = await makeBuyer(program)
  const second = await makeMember(program, { first_name: member.first_name, phone: member.phone })
  await page.goto(`/people/${member.id}`)
  await page.getByRole('button', { name: `Not the same person as ${second.name}` }).click()
  await expect(toast(page, 'Marked as two people')).toBeVisible()
  await expect(page.getByText('May be the same person as')).toHaveCount(0)
  await toast(page, 'Marked as two people').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('May be the same person as')).toBeVisible()
})

test('shows a role what it includes, on a phone too (OQ-466)', async ({ page, program }) => {
  const { member } = await makeBuyer(program)
  const contentAccount = sandboxAccounts.find(({ role }) => role === 'content')
  await signIn(page, await program.token(contentAccount?.email), 'content')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/people/${member.id}`)
  const main = page.getByRole('main')
  await expect(main.getByRole('list', { name: 'Timeline' })).toContainText('Registered')
  await expect(main.getByRole('list', { name: 'Money' })).toHaveCount(0)
  await expect(main.getByRole('button', { name: 'Write note' })).toHaveCount(0)
  await expect(main).not.toContainText(member.email)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})
