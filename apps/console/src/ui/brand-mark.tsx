/**
 * The Greenroom logo, a door.
 * @param size in pixels
 */
export function BrandMark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <rect width="24" height="24" rx="6" fill="var(--mantine-primary-color-filled)" />
      <path d="M7 19V10a5 5 0 0 1 10 0v9z" fill="#fff" opacity=".28" />
      <path d="M7 19V10a5 5 0 0 1 5-5v14z" fill="#fff" />
      <circle cx="10.2" cy="12.6" r=".9" fill="var(--mantine-primary-color-filled)" />
    </svg>
  )
}
