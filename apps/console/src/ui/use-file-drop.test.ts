import { describe, expect, it } from 'vitest'
import { filesOf, withType } from './use-file-drop.ts'

const accept = { 'image/png': ['.png'], 'video/quicktime': ['.mov'] }

describe('a dropped file', () => {
  it('gets the type of its extension only where the system knows none', () => {
    expect(withType(new File(['x'], 'Week.MOV'), accept).type).toBe('video/quicktime')
    expect(withType(new File(['x'], 'week.txt'), accept).type).toBe('')
    expect(withType(new File(['x'], 'week.mov', { type: 'image/png' }), accept).type).toBe('image/png')
    expect(withType(new File(['x'], 'week.mov'), undefined).type).toBe('')
  })
})

describe('a drop', () => {
  const fileEntry = (name: string) => ({
    isDirectory: false,
    file: (resolve: (file: File) => void) => resolve(new File(['x'], name)),
  })
  /** A folder that, as in browsers, returns its entries in parts. */
  const folder = (...parts: object[][]) => ({
    isDirectory: true,
    createReader: () => {
      const left = [...parts]
      return { readEntries: (resolve: (entries: object[]) => void) => resolve(left.shift() ?? []) }
    },
  })
  const itemOf = (entry: object | null, file: File | null) => ({
    webkitGetAsEntry: () => entry as FileSystemEntry | null,
    getAsFile: () => file,
  })

  it('has its files and those of its folders, however deep', async () => {
    const items = [
      itemOf(null, new File(['x'], 'alone.png')),
      itemOf(folder([fileEntry('one.png')], [folder([fileEntry('two.png')])]), null),
      // A dragged text is no file.
      itemOf(null, null),
    ]
    const names = (await filesOf({ items })).map(({ name }) => name)
    expect(names).toEqual(['alone.png', 'one.png', 'two.png'])
  })
})
