type Method = (...args: unknown[]) => unknown

/** Replaces a method. @returns a function that restores it */
export function replaceMethod(target: object, name: string, wrap: (original: Method) => Method): () => void {
  const original = Reflect.get(target, name) as Method
  Reflect.set(
    target,
    name,
    wrap((...args) => original.apply(target, args)),
  )
  return () => void Reflect.set(target, name, original)
}
