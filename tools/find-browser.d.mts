/** A Chromium that starts, and the variables that its process needs. */
export interface FoundBrowser {
  executablePath: string
  env: Record<string, string>
  source: string
}

export const browserArgs: string[]
/** @param isWhole whether to prefer a whole browser to the headless one, which can't show a PDF */
export function findBrowser(isWhole?: boolean): Promise<FoundBrowser>
