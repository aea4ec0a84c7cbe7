import { appendFileSync } from 'node:fs'

/** How many times the program is killed under load: few in the suite, many in `npm run soak`. */
export const rounds = Number(process.env.ROUNDS ?? 3)
/** Megabytes of each of the parallel uploads: 100 in `npm run soak`, the largest picture that is let through. */
export const uploadMegabytes = Number(process.env.UPLOAD_MB ?? 12)

/** Tells a measured figure: on the console, and for `npm run soak` in the file that FIGURES_FILE names. */
export function noteFigure(name: string, value: number | string): void {
  console.log(`${name}: ${value}`)
  const file = process.env.FIGURES_FILE
  if (file) appendFileSync(file, `${JSON.stringify({ name, value })}\n`)
}
