import { type ChangeEvent, type ComponentProps, type DragEvent, useEffect, useRef, useState } from 'react'

interface FileDropOptions {
  /** Accepted MIME types with their extensions: {'image/png': ['.png']}. Without it every file is accepted. */
  accept?: Record<string, readonly string[]>
  /** Whether several files may be picked at a time. If not, several are all refused. */
  multiple: boolean
  onPick: (accepted: File[], refused: File[]) => void
}

export interface FileDrop {
  /** Whether something is dragged over the zone. */
  isOver: boolean
  /** Opens the file chooser. */
  open: () => void
  /** Props of the hidden input, which has to be rendered. */
  inputProps: ComponentProps<'input'>
  /** Props of the element that files are dropped on. */
  zoneProps: Pick<ComponentProps<'div'>, 'onDragEnter' | 'onDragOver' | 'onDragLeave' | 'onDrop'>
}

/** Files by a drop on a zone or by the chooser of an input. The content of a dropped folder counts as dropped. */
export function useFileDrop({ accept, multiple, onPick }: FileDropOptions): FileDrop {
  const input = useRef<HTMLInputElement>(null)
  /** Elements of the zone that the pointer has entered and not left: the new one is entered before the old one is left. */
  const entered = useRef(new Set<EventTarget>())
  const [isOver, setIsOver] = useState(false)
  useNoDropBesideZones()

  const end = () => {
    entered.current.clear()
    setIsOver(false)
  }
  const pick = (files: File[]) => {
    const named = files.map((file) => withType(file, accept))
    const accepted = named.filter((file) => !accept || file.type in accept)
    const refused = named.filter((file) => !accepted.includes(file))
    if (files.length === 0) return
    if (!multiple && accepted.length > 1) onPick([], named)
    else onPick(accepted, refused)
  }
  const drag = (onFiles: (event: DragEvent) => void) => (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    onFiles(event)
  }

  return {
    isOver,
    open: () => {
      if (!input.current) return
      // Otherwise picking the same file again is no change.
      input.current.value = ''
      input.current.click()
    },
    inputProps: {
      ref: input,
      type: 'file',
      className: 'gr-unseen',
      tabIndex: -1,
      multiple,
      accept: accept && Object.entries(accept).flat(2).join(','),
      onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => pick([...(currentTarget.files ?? [])]),
    },
    zoneProps: {
      onDragEnter: drag(({ target }) => {
        entered.current.add(target)
        setIsOver(true)
      }),
      onDragOver: drag(({ dataTransfer }) => {
        dataTransfer.dropEffect = 'copy'
      }),
      onDragLeave: drag(({ target, currentTarget }) => {
        entered.current.delete(target)
        // The text that was left may have been replaced by the one that says to drop.
        const isInside = [...entered.current].some(
          (one) => one instanceof Node && currentTarget.contains(one),
        )
        if (!isInside) end()
      }),
      onDrop: drag(({ dataTransfer }) => {
        end()
        // A folder that cannot be read has no files.
        void filesOf(dataTransfer).then(pick, () => undefined)
      }),
    },
  }
}

/** A file dropped beside a zone would replace the page with its content. */
function useNoDropBesideZones() {
  useEffect(() => {
    const prevent = (event: globalThis.DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    document.addEventListener('dragover', prevent)
    document.addEventListener('drop', prevent)
    return () => {
      document.removeEventListener('dragover', prevent)
      document.removeEventListener('drop', prevent)
    }
  }, [])
}

/** Returns the file, with the type of its extension if the system knows none. */
export function withType(file: File, accept: FileDropOptions['accept']): File {
  if (file.type !== '' || !accept) return file
  const name = file.name.toLowerCase()
  const type = Object.keys(accept).find((one) => accept[one]?.some((extension) => name.endsWith(extension)))
  return type === undefined ? file : new File([file], file.name, { type, lastModified: file.lastModified })
}

type DroppedItem = Pick<DataTransferItem, 'webkitGetAsEntry' | 'getAsFile'>

/** Returns the dropped files, with those in dropped folders. */
export async function filesOf({ items }: { items: Iterable<DroppedItem> }): Promise<File[]> {
  // The items are readable only until the event has been handled.
  const dropped = [...items].map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }))
  const files = await Promise.all(
    dropped.map(({ entry, file }) =>
      entry?.isDirectory ? filesIn(entry as FileSystemDirectoryEntry) : [file],
    ),
  )
  return files.flat().filter((file) => file !== null)
}

async function filesIn(folder: FileSystemDirectoryEntry): Promise<File[]> {
  const reader = folder.createReader()
  const files: File[] = []
  // A read returns at most 100 entries. The last one returns none.
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (entries.length === 0) return files
    for (const entry of entries) {
      if (entry.isDirectory) files.push(...(await filesIn(entry as FileSystemDirectoryEntry)))
      else
        files.push(
          await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject)),
        )
    }
  }
}
