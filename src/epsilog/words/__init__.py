"""Every sentence a reader sees, in English and 简体中文."""
