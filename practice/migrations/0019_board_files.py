"""Files of boards for sets, from which their owners choose, and the names that boards have there."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('practice', '0018_levels'),
    ]

    operations = [
        migrations.AddField(
            model_name='setboard',
            name='name',
            field=models.CharField(blank=True, default='', max_length=20),
        ),
        migrations.CreateModel(
            name='BoardUpload',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=200)),
                ('content', models.BinaryField()),
                ('seat', models.CharField(choices=[('N', 'North'), ('E', 'East'), ('S', 'South'), ('W', 'West')], max_length=1)),
                ('boards', models.JSONField(null=True)),
                ('faults', models.JSONField(default=list)),
                ('repeated', models.PositiveIntegerField(default=0)),
                ('chosen', models.JSONField(null=True)),
                ('taken', models.JSONField(default=list)),
                ('made', models.DateTimeField(auto_now_add=True)),
                ('board_set', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='uploads', to='practice.boardset')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
    ]
