// What the page uses of cm-chessboard, which has no types of its own. Helper A completes it.
declare module 'cm-chessboard/*'
