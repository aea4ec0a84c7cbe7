import { sandboxAccounts } from '../../apps/api/src/platform/identity/sandbox-accounts.ts'
import {
  expect,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  signIn,
  test,
  toast,
} from './journey.ts'
import { makeMember } from './moderation-records.ts'
import type { Program } from './program.ts'
import { makeTransaction } from './records.ts'

const record = 'Record consent or withdrawal'

/** Stores what a member said in an order. */
async function tell(program: Program, member: { id: string }, isGiven: boolean, at: string) {
  const order = await makeTransaction(program)
  await program.query('update transaction set user_id = $1 where id = $2', [member.id, order.id])
  await program.query(
    `insert into person_consent (person_id, channel, is_given, at, source, record_id, agreed_to)
     select person_id, 'email', $1, $2, 'order', $3, 'News about classes' from app_user where id = $4`,
    [isGiven, at, order.id, member.id],
  )
  return order
}

test('shows what counts per channel and records a withdrawal heard on the phone (OQ-736)', async ({
  signedIn: page,
  program,
}) => {
  const member = await makeMember(program)
  const order = await tell(program, member, true, '2026-11-02T10:00:00Z')
  await page.goto(`/people/${member.id}`)
  const marketing = page.getByRole('region', { name: 'Marketing' })
  await expect(marketing.locator('dl > div')).toHaveText([
    'E-mailGiven2 Nov 2026, from an order',
    'WhatsAppNot asked',
    'Phone, SMSNot asked',
  ])
  await expectAccessibleInBothSchemes(page)

  await marketing.getByRole('button', { name: record }).click()
  const dialog = page.getByRole('dialog', { name: record })
  // Nothing is chosen for the person.
  for (const choice of await dialog.getByRole('radio').all()) await expect(choice).not.toBeChecked()
  await dialog.getByRole('button', { name: 'Record' }).click()
  await expect(dialog.getByText('Choose a channel')).toBeVisible()
  await expect(dialog.getByText('Choose what the person said')).toBeVisible()
  await expect(dialog.getByText('Enter how you know')).toBeVisible()
  await expect(dialog.getByRole('radio', { name: 'E-mail' })).toBeFocused()
  await expectAccessibleInBothSchemes(page)
  await dialog.getByRole('radio', { name: 'E-mail' }).check()
  await expect(dialog.getByText('Choose a channel')).toHaveCount(0)
  await dialog.getByRole('radio', { name: 'Withdrew, or said no' }).check()
  await dialog.getByRole('button', { name: 'Asked on the phone' }).click()
  await expect(dialog.getByLabel('How you know')).toHaveValue('Asked on the phone')
  await dialog.getByRole('button', { name: 'Record' }).click()
  await expect(toast(page, 'Withdrawal recorded')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(marketing.locator('dl > div').first()).toHaveText(/^E-mailWithdrawn.*, from staff$/)

  await marketing.getByRole('button', { name: 'History of consent' }).click()
  const history = page.getByRole('dialog', { name: 'Consent to marketing' })
  await expect(history.getByRole('listitem')).toHaveText([
    /^E-mail: withdrawnAsked on the phone.*from staffRecorded .* by Meera Nair$/,
    /^E-mail: givenAgreed to: News about classes2 Nov 2026, 03:30 PM, from an orderReceived/,
  ])
  await expectAccessibleInBothSchemes(page)
  await page.goBack()
  await expect(history).toHaveCount(0)
  await page.goForward()
  await history.getByRole('link', { name: 'from an order' }).click()
  await expect(page).toHaveURL(`/transactions/orders/${order.id}`)
})

test('says what the server refuses at its field, and keeps what was typed (OQ-736)', async ({
  signedIn: page,
  program,
  expectedConsole,
}) => {
  expectedConsole.push(/400/)
  const member = await makeMember(program)
  await page.goto(`/people/${member.id}?consent=record`)
  const dialog = page.getByRole('dialog', { name: record })
  await dialog.getByRole('radio', { name: 'WhatsApp' }).check()
  await dialog.getByRole('radio', { name: 'Agreed' }).check()
  await dialog.getByLabel('How you know').fill('Asked on the phone')
  const when = dialog.getByRole('textbox', { name: 'When they said so' })
  await when.fill('28 Nov 2031 5:30 PM')
  await when.press('Enter')
  await dialog.getByRole('button', { name: 'Record' }).click()
  await expect(dialog.getByText('This time is in the future')).toBeVisible()
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await when.fill('2 Nov 2026 5:30 PM')
  await when.press('Enter')
  await dialog.getByRole('button', { name: 'Record' }).click()
  await expect(toast(page, 'Consent recorded')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Marketing' }).locator('dl > div').nth(1)).toHaveText(
    'WhatsAppGiven2 Nov 2026, from staff',
  )
})

test('shows a role without contacts what counts, and no more, on a phone (OQ-736)', async ({
  page,
  program,
}) => {
  const member = await makeMember(program)
  await tell(program, member, false, '2026-11-02T10:00:00Z')
  const content = sandboxAccounts.find(({ role }) => role === 'content')
  await signIn(page, await program.token(content?.email), 'content')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/people/${member.id}`)
  const marketing = page.getByRole('region', { name: 'Marketing' })
  await expect(marketing).toContainText('Withdrawn')
  await expect(marketing.getByRole('button')).toHaveCount(0)
  await expectNoSidewaysScroll(page)
  await expectAccessibleInBothSchemes(page)
})
