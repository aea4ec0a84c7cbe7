interface RuntimeSettings {
  apiUrl: string
}

declare global {
  interface Window {
    GREENROOM?: Partial<RuntimeSettings>
  }
}

/**
 * Returns the settings of the page's config.js, which lets one build serve every installation.
 * @returns apiUrl without a trailing slash; empty when the API server served the page
 */
export function runtimeSettings(): RuntimeSettings {
  return { apiUrl: (window.GREENROOM?.apiUrl ?? '').replace(/\/+$/, '') }
}
