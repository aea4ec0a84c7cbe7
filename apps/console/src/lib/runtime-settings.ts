interface RuntimeSettings {
  apiUrl: string
}

declare global {
  interface Window {
    GREENROOM?: Partial<RuntimeSettings>
  }
}

/**
 * Gives the settings that the page's config.js holds, so that one build serves every installation.
 * @returns apiUrl without a slash at the end; empty when the API server sent the page
 */
export function runtimeSettings(): RuntimeSettings {
  return { apiUrl: (window.GREENROOM?.apiUrl ?? '').replace(/\/+$/, '') }
}
