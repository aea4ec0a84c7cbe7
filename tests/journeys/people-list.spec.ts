import { randomUUID } from 'node:crypto'
import {
  expect,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  refusedCall,
  signIn,
  test,
  toast,
} from './journey.ts'
import { makeMember } from './moderation-records.ts'
import type { Program } from './program.ts'
import { makeMasterclass, makeTransaction, unique } from './records.ts'

/** What the job does within a minute. */
const fold = (program: Program) =>
  program.query('select refresh_person_figures(array(select distinct person_id from person_figure_change))')

/** Creates members with one unique last name. The first one bought something. */
async function makePeople(program: Program, first: string[]) {
  const last_name = unique('Zedekar')
  const members = []
  for (const first_name of first) members.push(await makeMember(program, { first_name, last_name }))
  const [buyer] = members
  if (!buyer) throw new Error('Nobody was created.')
  const order = await makeTransaction(program, { entity_title: 'Save tax', amount: 249_900 })
  await program.query(
    `update transaction set user_id = $1, user_email = $2, user_first_name = $3, user_last_name = $4, source = 'meta'
     where id = $5`,
    [buyer.id, buyer.email, buyer.first_name, last_name, order.id],
  )
  await fold(program)
  return { last_name, members, buyer }
}

test('lists people, finds them by name, sorts them and leads to their page (OQ-732)', async ({
  signedIn: page,
  program,
}) => {
  const { last_name } = await makePeople(program, ['Asha', 'Bhavna'])
  await page.goto('/masterclass')
  await page.getByRole('link', { name: 'People', exact: true }).click()
  await expect(page).toHaveURL('/people')
  await expect(page).toHaveTitle('People · Greenroom')
  await page.getByLabel('Name, e-mail or phone').fill(last_name)
  await expect(page.getByText('2 people')).toBeVisible()
  const rows = page.getByRole('table', { name: 'People' }).locator('tbody').getByRole('row')
  await expect(rows).toContainText([`Bhavna ${last_name}`, `Asha ${last_name}`])
  await page.getByRole('combobox', { name: 'Sort by' }).click()
  await page.getByRole('option', { name: 'Most spent' }).click()
  await expect(rows).toContainText([/Asha .*₹2,499/, `Bhavna ${last_name}`])
  await expect(page).toHaveURL(/sort=spent/)
  await expectAccessibleInBothSchemes(page)
  await rows
    .first()
    .getByRole('link', { name: `Asha ${last_name}` })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Asha ${last_name}`)
  await page.goBack()
  await expect(rows).toHaveCount(2)
})

test('filters people, says that nobody matches, and clears the filters (OQ-734)', async ({
  signedIn: page,
  program,
}) => {
  const { last_name } = await makePeople(program, ['Asha', 'Bhavna'])
  await page.goto(`/people?q=${encodeURIComponent(last_name)}`)
  await expect(page.getByText('2 people')).toBeVisible()
  await page.getByLabel('Spent at least').fill('2499')
  await expect(page.getByText('1 person')).toBeVisible()
  await page.getByRole('combobox', { name: 'Source' }).click()
  await page.getByRole('option', { name: 'Google' }).click()
  await expect(page.getByText('Nobody matches the filters.')).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL('/people')
  await page.goto(`/people?session=${randomUUID()}&attendance=came`)
  await page.getByRole('button', { name: 'Clear Registered for' }).click()
  await expect(page).toHaveURL('/people')
})

test('finds the session that people registered for, and what they bought (OQ-734)', async ({
  signedIn: page,
  program,
}) => {
  const { last_name, members } = await makePeople(program, ['Asha', 'Bhavna'])
  const title = unique('Options for beginners')
  const session = await makeMasterclass(program, { title })
  const soldTitle = unique('Taxes for founders')
  const sold = await makeMasterclass(program, { title: soldTitle })
  await program.query(
    `insert into registration (id, external_id, session_type, session_id, user_id, user_name, user_email, user_phone,
       created_at)
     values (gen_random_uuid(), $1, 'masterclass', $2, $3, '', '', '', now())`,
    [unique('sign-up'), session._id, members[1]?.id],
  )
  await program.query(
    `update transaction set entity_type = 'masterclass', entity_id = $1 where user_last_name = $2`,
    [sold._id, last_name],
  )
  await fold(program)
  await page.goto('/people')
  await page.getByRole('combobox', { name: 'Registered for' }).fill(title)
  await page.getByRole('option', { name: title }).click()
  await expect(page.getByText('1 person')).toBeVisible()
  await expect(page.getByRole('link', { name: `Bhavna ${last_name}` })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Attendance' })).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  await page.getByRole('button', { name: 'Clear Registered for' }).click()
  await page.getByRole('combobox', { name: 'Bought' }).click()
  await page.getByRole('option', { name: 'A masterclass' }).click()
  await page.getByRole('combobox', { name: 'Masterclass' }).fill(soldTitle)
  await page.getByRole('option', { name: soldTitle }).click()
  await expect(page.getByText('1 person')).toBeVisible()
  await expect(page.getByRole('link', { name: `Asha ${last_name}` })).toBeVisible()
})

test('adds and removes labels on the list and on the page, and filters by them (OQ-735)', async ({
  signedIn: page,
  program,
  expectedConsole,
}) => {
  expectedConsole.push(refusedCall(400))
  const { last_name } = await makePeople(program, ['Asha', 'Bhavna'])
  const label = unique('Speaker')
  await page.goto(`/people?q=${encodeURIComponent(last_name)}&sort=name`)
  await page.getByRole('button', { name: `More actions of Asha ${last_name}` }).click()
  await page.getByRole('menuitem', { name: 'Labels' }).click()
  const dialog = page.getByRole('dialog', { name: `Labels of Asha ${last_name}` })
  await dialog.getByLabel('New label').fill('call 98765 43210')
  await dialog.getByRole('button', { name: 'Add label' }).click()
  await expect(dialog.getByText("A label can't contain an e-mail address or a phone number")).toBeVisible()
  await dialog.getByLabel('New label').fill(label)
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Label added')).toBeVisible()
  await expect(dialog.getByRole('list', { name: 'Current labels' })).toContainText(label)
  await expectAccessibleInBothSchemes(page)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('row', { name: new RegExp(`Asha ${last_name}`) })).toContainText(label)
  await page.goto(`/people?label=${encodeURIComponent(label)}`)
  await expect(page.getByText('1 person')).toBeVisible()

  await page.getByRole('link', { name: `Asha ${last_name}` }).click()
  const facts = page.getByRole('region', { name: 'Labels' })
  await expect(facts).toContainText(label)
  await facts.getByRole('button', { name: 'Edit labels' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Remove ${label}` })
    .click()
  await expect(toast(page, 'Label removed')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(facts.getByRole('button', { name: 'Add labels' })).toBeFocused()
})

test('continues after the last person, and fits a phone (OQ-732)', async ({ signedIn: page, program }) => {
  const { last_name } = await makePeople(
    program,
    Array.from({ length: 22 }, (_, n) => `P${String(n).padStart(2, '0')}`),
  )
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/people?q=${encodeURIComponent(last_name)}&sort=name`)
  await expect(page.getByText('22 people')).toBeVisible()
  await page.getByRole('button', { name: 'Load More' }).click()
  await expect(page.getByRole('link', { name: `P21 ${last_name}` })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessibleInBothSchemes(page)
})

test('shows a viewer masked contacts and no way to label (OQ-732)', async ({ page, program }) => {
  const { last_name, buyer } = await makePeople(program, ['Asha'])
  await signIn(page, await program.token('tara.bose@greenroom.example'), 'viewer')
  await page.goto(`/people?q=${encodeURIComponent(last_name)}`)
  await expect(page.getByLabel('Name', { exact: true })).toBeVisible()
  await expect(page.getByRole('row', { name: new RegExp(last_name) })).not.toContainText(buyer.email)
  await page.getByRole('button', { name: `More actions of Asha ${last_name}` }).click()
  await expect(page.getByRole('menuitem', { name: 'Open' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Labels' })).toHaveCount(0)
})
