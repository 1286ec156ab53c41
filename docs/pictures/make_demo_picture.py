"""Compose demo.png, the README's picture, from what the demonstration really drew and the commands really print.

python docs/pictures/make_demo_picture.py      (needs chromium)
"""

from __future__ import annotations

import base64
import html
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
COMMAND = [str(Path(sys.executable).parent / "epsilog")]
SPOKEN = (
    ["meaning", "--epsilon", "0.5"],
    ["calibrate", "--epsilon", "1", "--delta", "1e-6", "--each", "pure:epsilon=0.01"],
)
STYLE = """
body{margin:0;padding:18px;width:1600px;background:#f4f6f8;font-family:sans-serif}
body{display:grid;grid-template-columns:1fr 1fr;gap:18px;align-items:start}
div{background:#fff;border:1px solid #dde3e8;border-radius:8px;padding:14px;margin-bottom:18px}
img{display:block}b{color:#20698c}
pre{margin:0;color:#1f2d3a;white-space:pre-wrap;font:15px/1.32 'DejaVu Sans Mono',monospace}
"""


def main() -> None:
    """Draw, speak, lay out, photograph."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([*COMMAND, "demo", "--out", folder], check=True, capture_output=True)
        spoken = []
        for arguments in SPOKEN:
            run = subprocess.run(
                [*COMMAND, *arguments], check=True, capture_output=True, text=True, env={"COLUMNS": "78"}
            )
            spoken.append(
                f"<b>$ epsilog {html.escape(' '.join(arguments))}</b>\n{html.escape(run.stdout.rstrip())}"
            )
        talk = "\n\n".join(spoken)
        left = f"<div><pre>{talk}</pre></div>" + _shown(folder, "noise-laplace", 78)
        right = "".join(_shown(folder, name) for name in ("budget", "spending", "audit"))
        page = Path(folder) / "picture.html"
        page.write_text(
            f"<meta charset=utf-8><style>{STYLE}</style><main>{left}</main><main>{right}</main>", "utf-8"
        )
        subprocess.run(
            [
                *("chromium", "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--hide-scrollbars"),
                *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
                *(
                    f"--user-data-dir={folder}/browser",
                    f"--screenshot={HERE / 'demo.png'}",
                    "--window-size=1640,1230",
                ),
                page.as_uri(),
            ],
            check=True,
            capture_output=True,
        )


def _shown(folder: str, name: str, width: int = 100) -> str:
    data = base64.b64encode((Path(folder) / f"{name}.png").read_bytes()).decode()
    return f'<div><img style="width:{width}%;margin:auto" src="data:image/png;base64,{data}"></div>'


if __name__ == "__main__":
    main()
