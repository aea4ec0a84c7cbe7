import { IconCloudUpload } from '@tabler/icons-react'
import type { ComponentProps, ReactNode } from 'react'
import classes from './drop-zone.module.css'
import type { FileDrop } from './use-file-drop.ts'

interface DropZoneProps {
  drop: FileDrop
  /** Props of the button that opens the file chooser. */
  button: ComponentProps<'button'>
  /** Shown after the button: "or drop it here". */
  orDrop: string
  /** Shown while a file is dragged over the zone. */
  release: string
  /** What is accepted. */
  hint: ReactNode
  invalid: boolean
}

/** The dashed area of a file field: drop a file on it, or press its button. */
export function DropZone({ drop, button, orDrop, release, hint, invalid }: DropZoneProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the zone enlarges the target of its button
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button has the keyboard
    <div
      {...drop.zoneProps}
      onClick={drop.open}
      className={classes.zone}
      data-over={drop.isOver || undefined}
      data-invalid={invalid || undefined}
    >
      <IconCloudUpload size={22} stroke={1.5} aria-hidden="true" />
      {drop.isOver ? (
        <span>{release}</span>
      ) : (
        <span>
          <button type="button" className={classes.choose} {...button} /> {orDrop}
        </span>
      )}
      {hint}
    </div>
  )
}
