import { AppError } from '../app-error.ts'

/** Max depth of a JSON value. No endpoint needs ten. */
const deepestJson = 64

/**
 * Refuses JSON that is nested so deeply that serializing it could exhaust the stack.
 * @throws AppError BAD_REQUEST
 */
export function refuseDeepJson(value: unknown): void {
  let level = [value].filter(isContainer)
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > deepestJson) throw new AppError('BAD_REQUEST', 'The JSON is nested too deeply.')
    level = level.flatMap((container) => Object.values(container)).filter(isContainer)
  }
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
