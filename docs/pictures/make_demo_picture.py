"""Compose demo.png, the README's picture, from what the demonstration really drew and the commands really print.

python docs/pictures/make_demo_picture.py      (needs chromium)
"""

from __future__ import annotations

import base64
import html
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
COMMAND = [str(Path(sys.executable).parent / "epsilog")]
SPOKEN = ("plan", "clinic/visits.yaml", "--short", "--ledger", "clinic/ledger.db")
STYLE = """
body{margin:0;padding:18px;width:1600px;background:#f4f6f8;font-family:sans-serif}
body{display:grid;grid-template-columns:1fr 1fr;gap:18px;align-items:start}
div{background:#fff;border:1px solid #dde3e8;border-radius:8px;padding:14px;margin-bottom:18px}
img{display:block}b{color:#20698c}
pre{margin:0;color:#1f2d3a;white-space:pre-wrap;font:12.6px/1.32 'DejaVu Sans Mono',monospace}
"""


def main() -> None:
    """Draw, speak, lay out, photograph."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([*COMMAND, "demo", "--out", folder], check=True, capture_output=True)
        # Relative to the folder, so that no path of this machine is in the picture.
        environment = {"COLUMNS": "104", "PATH": os.environ["PATH"]}
        run = subprocess.run(
            [*COMMAND, *SPOKEN], check=True, capture_output=True, text=True, env=environment, cwd=folder
        )
        told = run.stdout.partition("Warning")[0].rstrip()
        talk = f"<b>$ epsilog {html.escape(' '.join(SPOKEN[:3]))}</b>\n{html.escape(told)}"
        published = "clinic/clinic-year/pictures/"
        left = f"<div><pre>{talk}</pre></div>" + _shown(folder, f"{published}1-count-rows-by-diagnosis-every-1w")
        left += _shown(folder, "budget")
        right = _shown(folder, "clinic/plan/plan-tradeoff")
        right += _shown(folder, f"{published}3-mean-systolic-by-region") + _shown(folder, "audit")
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
                    "--window-size=1640,1225",
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
