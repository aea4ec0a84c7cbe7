import type { EndpointDeclaration } from './endpoint.ts'
import * as sections from './sections.ts'

function isEndpoint(value: unknown): value is EndpointDeclaration {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'response' in value
  )
}

/** Every endpoint of the API, with its section in words ("payment-page") and the name of its export. */
export const endpoints: { section: string; exportName: string; endpoint: EndpointDeclaration }[] =
  Object.entries(sections).flatMap(([name, exports]) => {
    const section = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    return Object.entries(exports).flatMap(([exportName, value]: [string, unknown]) =>
      isEndpoint(value) ? [{ section, exportName, endpoint: value }] : [],
    )
  })
