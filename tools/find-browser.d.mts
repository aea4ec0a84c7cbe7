/** A Chromium that starts, and the variables that its process needs. */
export interface FoundBrowser {
  executablePath: string
  env: Record<string, string>
  source: string
}

export const browserArgs: string[]
export function findBrowser(): Promise<FoundBrowser>
