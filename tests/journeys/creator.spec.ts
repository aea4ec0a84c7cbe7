import type { Creator } from '@greenroom/contract/sessions/creator/creator.schema'
import { card, expect, expectAccessibleInBothSchemes, refusedCall, test, toast } from './journey.ts'
import { hoursFromNow, makeCreator, makePublished, makeShortlink, unique } from './records.ts'

function uniqueEmail(word: string): string {
  return `${unique(word).replace(' ', '.')}@example.com`
}

test('shows name, ID, email and phone in All Creators (CRE-01, CRE-02)', async ({
  signedIn: page,
  program,
}) => {
  const made = await makeCreator(program, { first_name: 'Vasundhara', last_name: 'Iyengar' })
  await page.goto('/creators')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Creators')
  await expect(page.getByRole('tab')).toHaveText(['All Creators', 'Create Creator'])
  await page.getByRole('searchbox').fill(made.email)
  // Until the response comes the list shows its previous rows, dimmed.
  await expect(page.getByRole('list', { name: 'Creators' }).getByRole('heading')).toHaveCount(1)
  const mine = card(page, 'Vasundhara Iyengar')
  for (const words of [made.email, '+91 98450 12763']) await expect(mine).toContainText(words)
  await expect(mine.getByRole('button', { name: /^Copy ID of / })).toHaveAttribute('title', made._id)
  await expectAccessibleInBothSchemes(page)
})

test('shows 13 creators and 12 short links fully at 1440 x 900, their facts in columns (OQ-203, OQ-662)', async ({
  signedIn: page,
  program,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  for (const [path, name, count] of [
    ['/creators', 'Creators', 13],
    ['/url-shortener', 'Short links', 12],
  ] as const) {
    await page.goto(path)
    const cards = page.getByRole('list', { name, exact: true }).locator('> li')
    await expect(cards.first()).toBeVisible()
    while ((await cards.count()) < count) {
      await (path === '/creators' ? makeCreator(program) : makeShortlink(program))
      await page.reload()
      await expect(cards.first()).toBeVisible()
    }
    const box = await cards.nth(count - 1).boundingBox()
    expect((box?.y ?? 900) + (box?.height ?? 0)).toBeLessThanOrEqual(900)
    const places = await cards.evaluateAll((all) =>
      all.map((one) => [...one.children].map((fact) => Math.round(fact.getBoundingClientRect().left)).join()),
    )
    expect(new Set(places).size).toBe(1)
  }
})

test('shows the classes of a creator and opens the calendar with them, names and addresses uncut at 1280 px (OQ-667)', async ({
  signedIn: page,
  program,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const creator = await makeCreator(program, { first_name: 'Vasundharadevi', last_name: 'Venkataraman' })
  // At noon in India, so that it ends on the same day.
  const day = hoursFromNow(24 * 810).slice(0, 10)
  const next = await makePublished(program, {
    title: unique('Next class'),
    creator_id: creator._id,
    start_time: `${day}T06:30:00.000Z`,
    end_time: `${day}T07:30:00.000Z`,
  })
  await page.goto(`/creators?q=${encodeURIComponent(creator.email)}`)
  const mine = card(page, 'Vasundharadevi Venkataraman')
  await expect(mine).toContainText('0 classes hosted · Next ')
  await expect(mine).toContainText(next.title)
  for (const text of [mine.getByRole('heading'), mine.getByText(creator.email)]) {
    expect(await text.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true)
  }
  await expectAccessibleInBothSchemes(page)
  await mine.getByRole('link', { name: 'Vasundharadevi Venkataraman' }).click()
  await expect(page).toHaveURL(`/calendar?host=${creator._id}&day=${day}`)
  await expect(page.getByRole('grid').getByRole('link', { name: new RegExp(next.title) })).toHaveCount(1)
  await page.goBack()
  // A press beside the controls does the same.
  await mine.getByText('0 classes hosted').click()
  await expect(page).toHaveURL(/\/calendar\?host=/)
})

test('finds names and e-mail addresses 300 ms after typing stops (CRE-09)', async ({ signedIn: page }) => {
  await page.goto('/creators')
  await expect(card(page, 'Ananya Deshpande')).toBeVisible()
  const asked: { q: string; at: number }[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/admin/creators') asked.push({ q: searchParams.get('q') ?? '', at: Date.now() })
  })
  const begun = Date.now()
  await page.getByRole('searchbox').fill('qureshi')
  await expect(page.getByRole('list', { name: 'Creators' }).getByRole('heading')).toHaveText([
    'Farhan Qureshi',
  ])
  expect(asked.map(({ q }) => q)).toEqual(['qureshi'])
  expect((asked[0]?.at ?? 0) - begun).toBeGreaterThanOrEqual(300)
  await expect(page).toHaveURL(/q=qureshi/)

  await page.getByRole('searchbox').fill('jignesh.patel@')
  await expect(page.getByRole('list', { name: 'Creators' }).getByRole('heading')).toHaveText([
    'Jignesh Patel',
  ])
  await page.getByRole('searchbox').fill('nobody has this')
  await expect(page.getByText('No creators found')).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  await page.getByRole('button', { name: 'Clear search' }).last().click()
  await expect(card(page, 'Ananya Deshpande')).toBeVisible()
})

test('creates a creator and lists it (CRE-03, CRE-06, CRE-07, OQ-089)', async ({
  signedIn: page,
  program,
}) => {
  const email = uniqueEmail('tanvi')
  await page.goto('/creators')
  await page.getByRole('tab', { name: 'Create Creator' }).click()
  await page.getByLabel('First name').fill('Tanvi')
  await page.getByLabel('Last name').fill('Bhonsle')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Phone').pressSequentially('984501276355')
  await expect(page.getByLabel('Phone')).toHaveValue('9845012763')
  program.freeze()
  await page.getByRole('button', { name: 'Create Creator' }).click()
  await expect(toast(page, 'Creating creator')).toBeVisible()
  program.thaw()
  await expect(toast(page, 'Creator created successfully')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'All Creators', selected: true })).toBeVisible()
  await expect(page.getByText(email)).toBeVisible()
  const { body } = await program.call<Creator[]>('GET', `/admin/creators?q=${encodeURIComponent(email)}`)
  expect(body.data).toMatchObject([
    { first_name: 'Tanvi', last_name: 'Bhonsle', email, phone: '+919845012763' },
  ])
  await page.getByRole('tab', { name: 'Create Creator' }).click()
  await expect(page.getByLabel('First name')).toHaveValue('')
})

test('refuses a malformed e-mail address and phone at their fields (CRE-04, CRE-05, LIM-10)', async ({
  signedIn: page,
}) => {
  await page.goto('/creators?tab=create')
  await page.getByRole('button', { name: 'Create Creator' }).click()
  for (const words of [
    'First name is required',
    'Last name is required',
    'Invalid email format',
    'Invalid phone number format',
  ]) {
    await expect(page.getByText(words)).toBeVisible()
  }
  await expect(page.getByLabel('First name')).toBeFocused()
  await expectAccessibleInBothSchemes(page)
  for (const [label, words, wrong, right] of [
    ['Email', 'Invalid email format', 'asha@nowhere', 'asha@nowhere.example'],
    ['Phone', 'Invalid phone number format', '0984501276', '+984501276'],
  ] as const) {
    await page.getByLabel(label).fill(wrong)
    await page.getByLabel('Last name').focus()
    await expect(page.getByText(words)).toBeVisible()
    await page.getByLabel(label).fill(right)
    await page.getByLabel('Last name').focus()
    await expect(page.getByText(words)).toHaveCount(0)
  }
})

test('refuses a taken e-mail address at its field and keeps the entries (CRE-08, OQ-088)', async ({
  signedIn: page,
  program,
  expectedConsole,
}) => {
  expectedConsole.push(refusedCall(409))
  const { email } = await makeCreator(program)
  await page.goto('/creators?tab=create')
  await page.getByLabel('First name').fill('Asha')
  await page.getByLabel('Last name').fill('Rao')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Phone').fill('9845012763')
  await page.getByRole('button', { name: 'Create Creator' }).click()
  await expect(toast(page, 'Failed to create creator. Please try again.')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Email')).toHaveValue(email)
})

test('asks before leaving a half-filled form, but not before switching tabs (OQ-109)', async ({
  signedIn: page,
}) => {
  await page.goto('/creators?tab=create')
  await page.getByLabel('First name').fill('Half')
  await page.getByRole('tab', { name: 'All Creators' }).click()
  await expect(card(page, 'Ananya Deshpande')).toBeVisible()
  await page.getByRole('tab', { name: 'Create Creator' }).click()
  await expect(page.getByLabel('First name')).toHaveValue('Half')
  await page.getByRole('link', { name: 'Masterclass' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click()
  await expect(page.getByLabel('First name')).toHaveValue('Half')
})
