/** A Chromium that starts, and what its process needs. */
export interface FoundBrowser {
  executablePath: string
  env: Record<string, string>
  source: string
}

export const browserArgs: string[]
/** @param isWhole whether the one that is carried comes after the others: it cannot show a PDF */
export function findBrowser(isWhole?: boolean): Promise<FoundBrowser>
