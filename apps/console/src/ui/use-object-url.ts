import { useEffect, useRef, useState } from 'react'

/** Returns an object URL of a picked file for as long as it is shown. */
export function useObjectUrl(file: File | null): string | undefined {
  const urls = useObjectUrls(file ? [file] : [])
  return file ? urls.get(file) : undefined
}

/** Returns object URLs of picked files, each for as long as the file is shown. */
export function useObjectUrls(files: readonly File[]): ReadonlyMap<File, string> {
  const [urls, setUrls] = useState<ReadonlyMap<File, string>>(new Map())
  const latest = useRef(urls)
  // Without dependencies: callers pass a new array at each render.
  useEffect(() => {
    const known = latest.current
    if (known.size === new Set(files).size && files.every((file) => known.has(file))) return
    const next = new Map(files.map((file) => [file, known.get(file) ?? URL.createObjectURL(file)]))
    for (const [file, url] of known) if (!next.has(file)) URL.revokeObjectURL(url)
    latest.current = next
    setUrls(next)
  })
  useEffect(
    () => () => {
      for (const url of latest.current.values()) URL.revokeObjectURL(url)
      latest.current = new Map()
    },
    [],
  )
  return urls
}
