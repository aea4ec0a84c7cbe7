import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type IndexStatement, readIndexStatements } from './index-migration.ts'

export interface Migration {
  /** The file's name without its ending, for instance 0018-file-references. */
  name: string
  text: string
  /** The number in the header `-- compatible-with: 0018`: programs with that migration run on this schema. */
  compatibleWith: string | null
  /** The statements of a file that builds indexes concurrently; undefined for one that runs in a transaction. */
  indexes: IndexStatement[] | undefined
}

/** Returns the migrations of a folder in their order. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(folder, file), 'utf8')
      const name = file.slice(0, -'.sql'.length)
      return {
        name,
        text,
        compatibleWith: readCompatibility(name, text),
        indexes: readIndexStatements(name, text),
      }
    }),
  )
}

/** Returns the number that a migration's name begins with. */
export function numberOf(name: string): string {
  return name.slice(0, 4)
}

/** @throws Error if the header is not the number of an earlier migration */
function readCompatibility(name: string, text: string): string | null {
  const header = /^-- *compatible-with:(.*)$/m.exec(text)?.[1]?.trim()
  if (header === undefined) return null
  if (!/^\d{4}$/.test(header) || header >= numberOf(name)) {
    throw new Error(`${name}: compatible-with must be the number of an earlier migration, not "${header}".`)
  }
  return header
}
