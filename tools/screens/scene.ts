import type { Page } from 'playwright'
import type { Program } from '../../tests/journeys/program.ts'

export interface Programs {
  /** With sample data. */
  sample: Program
  /** Without any data. */
  empty: Program
}

type Shoot = (name: string) => Promise<void>

/** Opens a screen and takes its screenshots. Restores the data that it changes, for the next look. */
export type Scene = (page: Page, shoot: Shoot, programs: Programs) => Promise<void>

/** Runs a step while calls to an address fail. */
export async function failCalls(page: Page, address: string, step: () => Promise<void>): Promise<void> {
  await page.route(address, (route) => route.abort())
  await step()
  await page.unroute(address)
}

/** Runs a step while calls to an address get no response. */
export async function holdCalls(page: Page, address: string, step: () => Promise<void>): Promise<void> {
  await page.route(address, () => {})
  await step()
  await page.unroute(address)
}

/** Opens the filters of a list, which a phone hides. */
export async function openFilters(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: /^Filters/ })
  if (await button.isVisible()) await button.click()
}

/**
 * Opens a record's edit form from its card.
 * @returns the record's id
 */
export async function openForEdit(
  page: Page,
  { url }: Program,
  list: string,
  title: string,
): Promise<string> {
  await page.goto(`${url}${list}`)
  await page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title }) })
    .getByRole('link', { name: 'Edit' })
    .click()
  await page.getByLabel('Title').waitFor()
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

/** Takes one screenshot per screenful of a long form, from top to end. */
export async function shootWhole(page: Page, shoot: Shoot, name: string): Promise<void> {
  await page.evaluate(() => window.scrollTo(0, 0))
  for (let part = 1; ; part += 1) {
    await shoot(`${name}-${part}`)
    const hasMoved = await page.evaluate(() => {
      const before = window.scrollY
      // The sticky bars at both ends cover 160 px.
      window.scrollBy(0, window.innerHeight - 160)
      return window.scrollY > before
    })
    if (!hasMoved) return
  }
}
