/** An open door, the picture of the sign-in screen. It is the same in light and dark. */
export function DoorPicture({ className }: { className?: string }) {
  return (
    <div className={className}>
      <svg viewBox="0 0 720 900" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
        <defs>
          <linearGradient id="door-beam" x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stopColor="#F7E7B4" stopOpacity=".55" />
            <stop offset="1" stopColor="#F7E7B4" stopOpacity="0" />
          </linearGradient>
          <linearGradient id="door-glow" x1="0" y1="0" x2="1" y2="0">
            <stop offset="0" stopColor="#FFF6D8" />
            <stop offset="1" stopColor="#F5D98B" />
          </linearGradient>
          <linearGradient id="door-wall" x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stopColor="#0B4A30" />
            <stop offset="1" stopColor="#083A26" />
          </linearGradient>
        </defs>
        <rect width="720" height="900" fill="url(#door-wall)" />
        <rect y="690" width="720" height="210" fill="#062C1D" />
        <rect y="688" width="720" height="2" fill="#0F5C3C" />
        <path d="M250 690V400a110 110 0 0 1 220 0v290z" fill="#062C1D" />
        <path d="M264 690V402a96 96 0 0 1 192 0v288z" fill="url(#door-glow)" />
        <path d="M264 690h192l150 210H60z" fill="url(#door-beam)" />
        <path
          d="M352 722V424c0-80-18-126-44-128-26-1-45 42-45 106v288z"
          transform="translate(7 0)"
          fill="#0B5537"
        />
        <path d="M352 722V424c0-80-18-126-44-128-26-1-45 42-45 106v288z" fill="#117A50" />
        <g fill="none" stroke="#0B5F3D" strokeWidth="3" strokeLinejoin="round">
          <path d="M280 470h56v86h-56zM280 580l56 4v96l-56-12z" />
          <path d="M282 446v-34c0-44 12-76 27-76s28 32 28 88v22z" />
        </g>
        <circle cx="343" cy="568" r="5" fill="#F5D98B" />
      </svg>
    </div>
  )
}
