import type { Plugin } from 'vite'

const texts = /^ +(?:summary|description):\s*(['"`])(?:\\.|(?!\1).)*\1,$/gms
const requirements = /^ +requirements:\s*\[[^\]]*\],$/gm
/** The members of a declaration, as the formatter writes it. */
const declaration = /= endpoint\(\{\n[\s\S]*?\n\}\)/g
/** One that is written in one line, or from a bracket to the line that closes it. */
const schemas =
  /^ {2}(?:params|query|response): (?:[^\n]*,|[^\n]*[^,\n]\n(?:(?: {3}[^\n]*)?\n)*? {2}[)\]}][^\n]*,)$/gm

/**
 * Removes from the declarations of endpoints what no screen needs, but would load with each call that it knows: the
 * summaries, descriptions and requirements, which are for the API's documentation, and the schemas of parameters, queries
 * and responses, which only the server applies. Line breaks stay, so that source maps stay right.
 */
export function withoutServerParts(code: string): string {
  const breaks = (text: string) => text.replace(/[^\n]/g, '')
  return code
    .replace(texts, breaks)
    .replace(requirements, breaks)
    .replace(declaration, (text) => text.replace(schemas, breaks))
}

/** Applies `withoutServerParts` to the contract's declarations. */
export function serverParts(): Plugin {
  return {
    name: 'server-parts',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/contract\/src\/.*\.endpoints\.ts$/.test(id)) return null
      return { code: withoutServerParts(code), map: null }
    },
  }
}
