import { expect, type Page } from 'playwright/test'

interface Console {
  __TSR_ROUTER__: {
    state: { status: string; location: { href: string } }
    navigate: (to: { href: string }) => Promise<void>
  }
}

/** Opens a screen as a link does. */
export const visit = (page: Page, address: string) =>
  page.evaluate((href) => (window as unknown as Console).__TSR_ROUTER__.navigate({ href }), address)

/** The question whether a form may be left, which Escape or Back opens. */
export const leaveQuestion = (page: Page) =>
  page.getByRole('alertdialog', { name: /^(Leave|Close|Discard) .*\?$/ })

/** Answers the question if it is there. */
export async function answerQuestion(page: Page, choice: 'stay' | 'leave'): Promise<void> {
  if (!(await leaveQuestion(page).isVisible())) return
  const answers = leaveQuestion(page).locator('.gr-answers button')
  await (choice === 'stay' ? answers.first() : answers.last()).click()
  await expect(leaveQuestion(page)).toHaveCount(0)
}

/** Returns where the router is. The address itself changes for a moment before a form asks whether it may be left. */
export const placeOf = (page: Page) =>
  page.evaluate(async () => {
    const { __TSR_ROUTER__: router } = window as unknown as Console
    do await new Promise(requestAnimationFrame)
    while (router.state.status !== 'idle')
    return router.state.location.href
  })

/** What says that a draft is back. */
export const restored = (page: Page) => page.getByText('We restored your unsaved changes.')

/** Returns what a person has typed into the form on top. */
export function typedIn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const top = [...document.querySelectorAll('main, [role=dialog], [role=alertdialog]')].at(-1)
    const fields = top?.querySelectorAll<HTMLInputElement>('input:not([type=file], [type=search]), textarea')
    return [...(fields ?? [])].filter(({ value }) => value !== '').map(({ value }) => value)
  })
}
