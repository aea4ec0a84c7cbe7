import type { Plugin } from 'vite'

const texts = /^ +(?:summary|description):\s*(['"`])(?:\\.|(?!\1).)*\1,$/gms
const requirements = /^ +requirements:\s*\[[^\]]*\],$/gm

/**
 * Removes the summaries, descriptions and requirements of endpoints: they are for the API's documentation, and a screen would load
 * those of every call that it knows. Line breaks stay, so that source maps stay right.
 */
export function withoutEndpointTexts(code: string): string {
  const breaks = (text: string) => text.replace(/[^\n]/g, '')
  return code.replace(texts, breaks).replace(requirements, breaks)
}

/** Applies `withoutEndpointTexts` to the contract's declarations. */
export function endpointTexts(): Plugin {
  return {
    name: 'endpoint-texts',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/contract\/src\/.*\.endpoints\.ts$/.test(id)) return null
      return { code: withoutEndpointTexts(code), map: null }
    },
  }
}
