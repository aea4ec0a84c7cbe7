import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import {
  expect,
  expectAccessible,
  expectAccessibleInBothSchemes,
  holdCalls,
  refusedCall,
  test,
  toast,
} from './journey.ts'
import type { Program } from './program.ts'
import { makeTransaction, unique } from './records.ts'

/** Creates a member with a post, an order and a booking, as the public product does. */
async function makePerson(program: Program) {
  const name = unique('Ottilie')
  const person = {
    id: randomUUID(),
    name: `${name} Brandt`,
    email: `${name.replace(' ', '.').toLowerCase()}@mail.example`,
  }
  const order = await makeTransaction(program, { user_first_name: name, user_last_name: 'Brandt' })
  await program.query(
    'insert into app_user (id, first_name, last_name, email, phone) values ($1, $2, $3, $4, $5)',
    [person.id, name, 'Brandt', person.email, order.user_phone],
  )
  await program.query(
    "update transaction set user_id = $1, user_email = $2, document_state = 'elsewhere' where id = $3",
    [person.id, person.email, order.id],
  )
  await program.query('insert into post (id, user_id, message) values ($1, $2, $3)', [
    randomUUID(),
    person.id,
    `Hello from ${name}`,
  ])
  return { ...person, order, phone: order.user_phone }
}

test('erases a person after a preview and a typed name, and shows what was done (OQ-345, OQ-346, OQ-349)', async ({
  signedIn: page,
  program,
  expectedConsole,
}) => {
  const person = await makePerson(program)
  await page.goto('/masterclass')
  await page.getByRole('link', { name: 'Administration' }).click()
  await page.getByRole('link', { name: "People's data" }).click()
  await expect(page.getByRole('heading', { level: 1, name: "People's data" })).toBeVisible()
  await expectAccessibleInBothSchemes(page)

  const field = page.getByLabel('E-mail address, phone or user id')
  expectedConsole.push(refusedCall(400))
  await field.fill('Ottilie')
  await field.press('Enter')
  await expect(
    page.getByText('Enter a whole e-mail address, a phone number of at least 10 digits'),
  ).toBeVisible()
  await field.fill('nobody@mail.example')
  await field.press('Enter')
  await expect(page.getByText('Nobody found.')).toBeVisible()
  await field.fill(`0${person.phone.slice(-10)}`)
  await field.press('Enter')
  await expect(page.getByText(person.email)).toBeVisible()
  await page.getByRole('button', { name: `Open ${person.name}` }).click()
  await expect(page).toHaveURL(/\/personal-data\?person=person\.[0-9a-f-]{36}$/)

  const goes = page.getByRole('region', { name: 'Will be erased' })
  await expect(goes.getByRole('listitem')).toContainText(['1 account', '1 post', '1 order'])
  await expect(page.getByRole('region', { name: 'Will be kept' })).toContainText('Amounts and counts')
  await expectAccessible(page)

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as JSON' }).click()
  const exported = JSON.parse(await readFile(await (await downloading).path(), 'utf8'))
  expect(exported.orders).toMatchObject([{ reference: person.order.reference_order_id, amount: '2499.00' }])
  expect(exported.posts).toHaveLength(1)

  await page.getByRole('button', { name: 'Erase…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Erase this person?' })
  const confirmation = dialog.getByLabel(`Type “${person.name}” to confirm`)
  await expect(confirmation).toBeFocused()
  await expectAccessible(page)
  await confirmation.fill('Somebody Else')
  await confirmation.press('Enter')
  await expect(dialog.getByText("This is neither the person's name nor their e-mail address")).toBeVisible()
  await confirmation.fill(person.name.toLowerCase())
  await dialog.getByRole('button', { name: 'Erase', exact: true }).click()
  await expect(toast(page, 'Erasing started!')).toBeVisible()

  const row = page.getByRole('region', { name: 'Earlier erasures' }).getByRole('listitem').first()
  await expect(row).toContainText('Erased')
  await expect(row).toContainText('1 account')
  await expectAccessible(page)
  const rows = await program.query(
    'select user_first_name, user_email, amount::int from transaction where id = $1',
    [person.order.id],
  )
  expect(rows).toEqual([{ user_first_name: 'Erased', user_email: '', amount: 249900 }])

  expectedConsole.push(refusedCall(404))
  await page.goto(`/personal-data?person=user.${person.id}`)
  await expect(page.getByText('This person does not exist, or was erased.')).toBeVisible()
  await page.getByRole('button', { name: 'Find another person' }).first().click()
  await expect(page).toHaveURL('/personal-data')
  await page.goto(`/transactions/orders/${person.order.id}`)
  await expect(page.getByText('Erased person').first()).toBeVisible()
})

test('asks for the name at each opening of the question (OQ-533)', async ({ signedIn: page, program }) => {
  const person = await makePerson(program)
  await page.goto(`/personal-data?person=user.${person.id}`)
  const dialog = page.getByRole('dialog', { name: 'Erase this person?' })
  const confirmation = dialog.getByLabel(`Type “${person.name}” to confirm`)
  await page.getByRole('button', { name: 'Erase…' }).click()
  await confirmation.fill(person.name)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Erase…' }).click()
  await expect(confirmation).toHaveValue('')
})

test('tells why a person cannot be erased now, and links the order (OQ-346)', async ({
  signedIn: page,
  program,
}) => {
  const person = await makePerson(program)
  await program.query("update transaction set status = 'pending' where id = $1", [person.order.id])
  await page.goto(`/personal-data?person=user.${person.id}`)
  await expect(page.getByText("This person can't be erased now")).toBeVisible()
  await expect(page.getByRole('button', { name: 'Erase…' })).toBeDisabled()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Show the order' }).click()
  await expect(page).toHaveURL(`/transactions/orders/${person.order.id}`)
})

test('shows nobody below the text of somebody else when the answer is late (OQ-345)', async ({
  signedIn: page,
  program,
}) => {
  const person = await makePerson(program)
  await page.goto('/personal-data')
  const field = page.getByLabel('E-mail address, phone or user id')
  const search = await holdCalls(page, '**/admin/personal-data/people?*')
  await field.fill(person.email)
  await field.press('Enter')
  await search.arrived
  await field.fill('nobody@mail.example')
  await field.press('Enter')
  await search.release()
  await expect(page.getByText('Nobody found.')).toBeVisible()
  await expect(page.getByRole('button', { name: `Open ${person.name}` })).toHaveCount(0)
  await field.fill(person.email)
  await field.press('Enter')
  await expect(page.getByRole('button', { name: `Open ${person.name}` })).toBeVisible()
  // What is found belongs to the text above it.
  await field.fill(`${person.email}m`)
  await expect(page.getByRole('button', { name: `Open ${person.name}` })).toHaveCount(0)
})
